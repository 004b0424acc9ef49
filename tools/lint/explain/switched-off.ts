import { isMap, isScalar, parseDocument } from 'yaml';

/** A rule of others that is switched off here. */
export interface SwitchedOff {
  readonly id: string;
  /** The line of its file. */
  readonly line: number;
  /** The comment above it; empty if there is none. */
  readonly reason: string;
}

/**
 * The rules that a configuration switches off, in their order, each with the comment that stands above it.
 *
 * @param yaml the text of `.spectral.yaml` or `redocly.yaml`
 * @param map the member with the rules: `rules`, say
 */
export function switchedOff(yaml: string, map: string): readonly SwitchedOff[] {
  const rules = parseDocument(yaml).get(map, true);
  if (!isMap(rules)) return [];
  return rules.items.flatMap(({ key, value }) => {
    if (!isScalar(key) || !isScalar(value) || String(value.value) !== 'off') return [];
    const [start] = key.range ?? [0];
    const above = yaml.slice(0, start).split('\n').slice(0, -1);
    const first = above.findLastIndex((line) => !/^\s*#/.test(line)) + 1;
    const reason = above.slice(first).map((line) => line.replace(/^\s*#\s?/, ''));
    return [{ id: String(key.value), line: above.length + 1, reason: reason.join(' ') }];
  });
}
