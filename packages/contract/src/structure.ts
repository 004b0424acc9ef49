/** Compares contracts without their texts. */
import { isObject } from './json.ts';

/** Keywords that only describe. */
export const textKeywords = words(
  'description summary title externalDocs tags x-tagGroups info x-codeSamples x-enumDescriptions',
  'x-provenance x-decision x-assumed x-retry',
);
/** Maps, whose keys are names: a property may be called `description`. */
const maps = words(
  'properties patternProperties $defs dependentSchemas responses headers links callbacks content',
);
/** Their values are data. */
const data = words('default enum const example value');

/** Returns a part as JSON, without some keywords anywhere in it; equal texts come from equal structures. */
export function textWithout(
  omitted: ReadonlySet<string>,
  part: unknown,
): string {
  return JSON.stringify(part, (key, value: unknown) => {
    if (omitted.has(key)) return undefined;
    if (data.has(key)) return JSON.stringify(value);
    // There, an example is what the mock responds with in a state.
    if (key === 'x-lifecycle') return textWithout(textKeywords, value);
    return maps.has(key) && isObject(value) ? Object.entries(value) : value;
  });
}

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '));
}
