import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import formats from 'ajv-formats';
import { LineCounter, parseDocument } from 'yaml';
import { DiffInputError } from '../model/diff-input-error.ts';
import { firstLine } from '../model/first-line.ts';
import { lineFinder } from '../model/line-finder.ts';
import { below } from '../model/pointer.ts';
import type { Approval } from '../model/review.ts';

/** Where the approvals are. */
export const approvalsFile = 'openapi/approvals.yaml';

const schemas = new URL('../../../openapi/editor/', import.meta.url);
const readSchema = (name: string) =>
  JSON.parse(readFileSync(new URL(name, schemas), 'utf8')) as object;

const ajv = new Ajv({ strictTypes: false, verbose: true });
ajv.addVocabulary(['enumDescriptions', 'errorMessage', 'patternErrorMessage']);
formats.default(ajv, ['date']);
ajv.addSchema(readSchema('common.schema.json'), 'common.schema.json');
const isValid = ajv.compile<{ approvals: readonly Omit<Approval, 'place'>[] }>(
  readSchema('approvals.schema.json'),
);

/**
 * Reads the records of approved changes, as `openapi/editor/approvals.schema.json` wants them.
 *
 * @throws {DiffInputError} naming the first place that is wrong, and what is wrong there
 */
export function readApprovals(text: string): readonly Approval[] {
  const document = parse(text);
  if (!isValid(document)) throw malformed(text, isValid.errors?.[0]);
  const lineAt = lineFinder(text);
  const seen = new Set<string>();
  return document.approvals.map((approval, index) => {
    const place = { file: approvalsFile, line: lineAt(below('/approvals', index)) };
    if (seen.has(approval.fingerprint)) {
      const what = `${approval.fingerprint} is approved twice: leave one of the records`;
      throw new DiffInputError(approvalsFile, place.line, what);
    }
    seen.add(approval.fingerprint);
    return { ...approval, place };
  });
}

function parse(text: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [error] = document.errors;
  try {
    if (!error) return document.toJS() as unknown;
  } catch (failure) {
    // Such as aliases that would grow without bounds.
    throw new DiffInputError(approvalsFile, 1, firstLine(failure));
  }
  const { line } = lines.linePos(error.pos[0]);
  const what = firstLine(error).replace(/ at line \d+, column \d+:?$/, '');
  throw new DiffInputError(approvalsFile, line, what);
}

function malformed(text: string, error: ErrorObject | undefined): DiffInputError {
  const { instancePath = '', message = 'is not valid', params = {} } = error ?? {};
  const extra = (params as { additionalProperty?: string }).additionalProperty;
  const pointer = extra === undefined ? instancePath : below(instancePath, extra);
  const hint = error?.keyword === 'pattern' && hintOf(error.parentSchema);
  const what = hint || (extra === undefined ? message : `${message}: ${JSON.stringify(extra)}`);
  const line = lineFinder(text)(pointer);
  return new DiffInputError(approvalsFile, line, `${instancePath || 'the file'}: ${what}`);
}

/** What the schema says to people of a pattern. */
function hintOf(schema: unknown): string | undefined {
  const { patternErrorMessage } = schema as { patternErrorMessage?: string };
  return patternErrorMessage;
}
