/** Writes what was recorded as the files of `openapi/evidence/`. */
import { stringify } from 'yaml';
import type { FileChange } from '@agent-conversation/cli/files';
import type { EvidenceRequest, EvidenceResponse } from '@agent-conversation/cli/evidence';
import type { Recorded } from '../scenario/index.ts';
import { normalize } from './normalize.ts';

/** Returns the normalized files of an edition, by their names without a folder. */
export function evidenceFiles(edition: string, recorded: readonly Recorded[]): FileChange[] {
  const head = `# Recorded by \`npm run editions -- record ${edition}\`. Do not edit.\n\n`;
  const byOperation = Map.groupBy(recorded, ({ operationId }) => operationId);
  return [...byOperation].map(([operationId, exchanges]) => {
    const entries = normalize(exchanges).map(({ name, request, response }) => [
      name,
      { request: requestOf(request), response: responseOf(response) },
    ]);
    const value = Object.fromEntries(entries) as Record<string, unknown>;
    return { file: `${operationId}.yaml`, content: head + textOf(value) };
  });
}

function textOf(exchanges: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(exchanges).map(([name, exchange]) =>
    stringify({ [name]: exchange }, { lineWidth: 100, aliasDuplicateObjects: false }),
  );
  return texts.join('\n');
}

/** The members in one order, whatever the order in which the scenario has them. */
function requestOf({ method, path, headers, body, rawBody, hexBody }: EvidenceRequest) {
  return withoutUndefined({ method, path, headers, body, rawBody, hexBody });
}

function responseOf({ status, headers, body, text }: EvidenceResponse) {
  return withoutUndefined({ status, headers, body, text });
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, child]) => child !== undefined));
}
