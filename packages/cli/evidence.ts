/** Reads `openapi/evidence/`: what running editions of the service responded. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Json } from '@agent-conversation/contract';

/** What was sent. The key is sent as `X-Session-API-Key` unless `headers` say otherwise. */
export interface EvidenceRequest {
  readonly method: string;
  /** With the query. `{99 ids}` in it stands for that many `ids`: see {@link expandPath}. */
  readonly path: string;
  /** Those that differ from the default: the key, and `application/json` with a body. Null was not sent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** A JSON body. */
  readonly body?: Json;
  /** A body that is sent as it is. */
  readonly rawBody?: string;
  /** A body that is no UTF-8, as hexadecimal digits. */
  readonly hexBody?: string;
}

/** What came back. */
export interface EvidenceResponse {
  readonly status: number;
  /** Those that matter. The content type is `application/json` unless it is among them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The JSON of the body. */
  readonly body?: Json;
  /** A body that is no JSON. */
  readonly text?: string;
}

/** A request to an edition with its response. */
export interface Exchange {
  readonly request: EvidenceRequest;
  readonly response: EvidenceResponse;
}

/** The place of a recorded exchange in `openapi/evidence/`. */
export interface EvidenceName {
  /** The version of the service. */
  readonly edition: string;
  /** The name of the file: an operation of the contract, or `other`. */
  readonly operationId: string;
  /** In kebab-case, unique in the file. */
  readonly name: string;
}

/** A recorded exchange with its place. */
export interface Evidence extends Exchange, EvidenceName {}

/** The file of requests that no operation of the contract has. */
export const otherRequests = 'other';

/**
 * Reads all evidence, by edition from the oldest to the newest, then by file, each in the order of the file.
 *
 * @param directory such as `openapi/evidence`; empty if there is none
 * @throws {Error} naming the file that is no evidence
 */
export function readEvidence(directory: string): Evidence[] {
  return editionsIn(directory).flatMap((edition) =>
    readEdition(directory, edition),
  );
}

/** Returns the names of all exchanges as {@link readEvidence} does. Does not read what they are, which takes long. */
export function readEvidenceNames(directory: string): EvidenceName[] {
  return editionsIn(directory).flatMap((edition) =>
    filesOf(join(directory, edition)).flatMap(({ path, operationId }) =>
      [...readFileSync(path, 'utf8').matchAll(/^[a-z\d][\w-]*(?=:)/gm)].map(
        ([name]) => ({
          edition,
          operationId,
          name,
        }),
      ),
    ),
  );
}

function editionsIn(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  const editions = readdirSync(directory).filter((name) =>
    /^\d+\.\d+\.\d+$/.test(name),
  );
  return editions.toSorted(compareVersions);
}

function filesOf(
  folder: string,
): readonly { path: string; operationId: string }[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return files.toSorted().map((file) => ({
    path: join(folder, file),
    operationId: file.slice(0, -'.yaml'.length),
  }));
}

/** Reads the evidence of one edition. */
export function readEdition(directory: string, edition: string): Evidence[] {
  const folder = join(directory, edition);
  if (!existsSync(folder)) return [];
  return filesOf(folder).flatMap(({ path, operationId }) =>
    readFile(path).map(([name, exchange]) => ({
      edition,
      operationId,
      name,
      ...exchange,
    })),
  );
}

function readFile(path: string): [string, Exchange][] {
  const exchanges = parse(readFileSync(path, 'utf8'), {
    merge: true,
  }) as Record<string, Exchange> | null;
  const entries = Object.entries(exchanges ?? {});
  for (const [name, exchange] of entries) {
    const isExchange = exchange?.request?.method && exchange.response?.status;
    if (!isExchange)
      throw new Error(`${path}: ${name} has no request and response`);
  }
  return entries;
}

/** Returns the name of an exchange as decisions use it. @example '1.5.0 startSandbox/unknown-spec' */
export function nameOf({ edition, operationId, name }: EvidenceName): string {
  return `${edition} ${operationId}/${name}`;
}

/**
 * Returns the exchanges that a name stands for: one, or that of every edition if the name has none.
 *
 * @example findEvidence(evidence, 'startSandbox/unknown-spec')
 */
export function findEvidence<T extends EvidenceName>(
  evidence: readonly T[],
  name: string,
): T[] {
  return evidence.filter((exchange) => {
    const full = nameOf(exchange);
    return full === name || full === `${exchange.edition} ${name}`;
  });
}

/** Returns the path as it was sent: `{3 ids}` becomes `ids=…&ids=…&ids=…`, with unknown ids. */
export function expandPath(path: string): string {
  return path.replaceAll(/\{(\d+) ids\}/g, (_, count: string) => {
    const ids = Array.from({ length: Number(count) }, (__, index) =>
      unknownId(index + 1),
    );
    return ids.map((id) => `ids=${id}`).join('&');
  });
}

/** Returns an id of a conversation that does not exist. */
export function unknownId(number: number): string {
  return `dddddddd000040008000${String(number).padStart(12, '0')}`;
}

/** Orders versions such as `1.5.0` and `1.11.0`. */
export function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
