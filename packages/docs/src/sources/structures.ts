import { createHash } from 'node:crypto';
import { calls, type Contract } from '../contract.ts';
import { lifecyclesOf } from '../texts/lifecycle.ts';

/** What says nothing of what there is, only more about it. */
const remarks = new Set([
  'default',
  'description',
  'format',
  'maximum',
  'maxItems',
  'minimum',
  'summary',
  'title',
  'x-codeSamples',
  'x-decision',
  'x-enumDescriptions',
  'x-lifecycle',
  'x-provenance',
]);

/**
 * A short text for each operation and each lifecycle of a contract that is another one when there is more of it or
 * less: a parameter, a status, a member, a value, a change of state. Descriptions and limits do not change it.
 *
 * @param json the bundled contract
 */
export function structuresIn(json: string): ReadonlyMap<string, string> {
  const contract = JSON.parse(json) as Contract;
  return new Map([
    ...calls(contract).map(({ operation, parameters }) => {
      const { operationId, requestBody, responses } = operation;
      return [operationId, digest(withComponents(contract, [parameters, requestBody, responses]))];
    }),
    ...[...lifecyclesOf(contract)].map(([name, schema]) => [
      name,
      digest([write(schema['x-lifecycle'])]),
    ]),
  ] as [string, string][]);
}

/** A part of the contract and every component that it refers to, as texts. */
function withComponents(contract: Contract, part: unknown): Iterable<string> {
  const { components }: { components: Readonly<Record<string, unknown>> } = contract;
  const texts = new Map([['', write(part)]]);
  for (const [, text] of texts) {
    for (const [reference, kind, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      // Which examples there are counts, and not what they show.
      if (kind === 'examples' || texts.has(reference)) continue;
      texts.set(reference, write((components[kind!] as Record<string, unknown>)[name!]));
    }
  }
  return texts.values();
}

function write(part: unknown): string {
  return JSON.stringify(part, (key, value: unknown) => (isRemark(key, value) ? undefined : value));
}

/** A member of a body may have such a name, too: it is a schema. */
function isRemark(key: string, value: unknown): boolean {
  return remarks.has(key) && (typeof value !== 'object' || key.startsWith('x-'));
}

function digest(texts: Iterable<string>): string {
  return createHash('sha256')
    .update([...texts].join('\n'))
    .digest('hex')
    .slice(0, 12);
}
