import { examplesOf } from '../contract.ts';
import type { Wish } from '../prism/prism.ts';
import type { Refusal } from './refusal.ts';
import type { Operation } from './router.ts';

/** What a request wishes for, and how the answer names it; or why it cannot be had. */
export type Preference = { readonly wish: Wish; readonly applied: string } | Refusal;

/**
 * Reads the header `Prefer` (RFC 7240): `code=404`, `example=SandboxUnknown`, `dynamic=true`, separated
 * by commas. Other preferences are none of the mock's business and are passed over.
 *
 * @returns undefined where none of the three is wished for
 */
export function readPreference(header: string, operation: Operation): Preference | undefined {
  const wishes = new Map(
    header
      .split(/[,;]/)
      .map((preference) => {
        const [name = '', value = ''] = preference.split('=');
        return [name.trim().toLowerCase(), value.trim().replaceAll(/^"|"$/g, '')] as const;
      })
      // Of one that is given twice, the first counts (RFC 7240, section 2).
      .toReversed(),
  );
  const applied = ['code', 'example', 'dynamic'].filter((name) => wishes.has(name));
  if (applied.length === 0) return undefined;

  const code = wishes.get('code');
  const example = wishes.get('example');
  const status = code === undefined ? undefined : Number(code);
  if (status !== undefined && !operation.statuses.includes(status)) {
    return refusal(
      `Prefer: code=${code} cannot be had: ${operation.id} declares ${operation.statuses.join(', ')}`,
    );
  }
  const statuses = status === undefined ? operation.statuses : [status];
  const names = statuses.flatMap((it) => [...examplesOf(operation.id, it).keys()]);
  if (example !== undefined && !names.includes(example)) {
    return refusal(
      `Prefer: example=${example} cannot be had: the examples are ${names.join(', ')}`,
    );
  }
  const owner = statuses.find((it) => example && examplesOf(operation.id, it).has(example));
  return {
    wish: {
      ...((status ?? owner) ? { code: (status ?? owner)! } : {}),
      ...(example === undefined ? {} : { example }),
      dynamic: ['true', ''].includes(wishes.get('dynamic') ?? 'false'),
    },
    applied: applied.map((name) => `${name}=${wishes.get(name)}`).join(', '),
  };
}

function refusal(reason: string): Refusal {
  return { status: 400, reason };
}
