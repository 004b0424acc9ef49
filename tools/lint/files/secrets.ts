/** Looks for secrets in all texts: values, comments, prose and samples. */
import {
  childrenOf,
  credentialHeaders,
  objectOf,
  secretNamesIn,
  textOf,
  valueAt,
} from '@agent-conversation/contract';
import { type Contract, type Diagnostic, errorAt } from '../diagnostic.ts';
import { isRealistic, keyForms } from '../spectral/lib/secrets.js';

const remedy =
  'revoke it if it is one, and write plain words instead, such as `key-for-the-docs`';

interface Occurrence {
  readonly secret: string;
  readonly offset: number;
}

/** Reports each text that is, or has the form of, a key, token or password. */
export function checkSecrets(
  { files, document }: Contract,
  names: readonly string[],
): readonly Diagnostic[] {
  const assignment = assignmentOf(secretNames(document));
  return names.flatMap((file) => {
    const text = files.text(file);
    return secretsIn(text, assignment).map(({ secret, offset }) => {
      const problem = `\`${secret.slice(0, 4)}…\` looks like a real secret`;
      return errorAt(
        file,
        text,
        offset,
        'contract/secrets',
        `${problem}: ${remedy}.`,
      );
    });
  });
}

/** The names of headers and properties whose values are secret. */
function secretNames(document: unknown): readonly string[] {
  const schemes = valueAt(document, '/components/securitySchemes');
  const keys = childrenOf(schemes).map(([, scheme]) =>
    textOf(objectOf(scheme)['name']),
  );
  const named = [...credentialHeaders, ...keys, ...secretNamesIn(document)];
  return named.filter((name) => name !== '');
}

/** Returns a pattern of `name: value`, `name=value`, `Bearer value` and `https://user:value@host`. */
function assignmentOf(names: readonly string[]): RegExp {
  const escaped = names
    .map((name) => name.replaceAll(/\W/g, String.raw`\$&`))
    .join('|');
  const before = [
    String.raw`(?<![a-z0-9])(?:${escaped})["']?\s*[:=]\s*["']?(?:bearer\s+|basic\s+)?`,
    String.raw`\bbearer\s+`,
    String.raw`\bhttps?:\/\/[^\s\/:@]+:(?=[^\s\/@]+@)`,
  ];
  return new RegExp(
    String.raw`(?:${before.join('|')})([\w+\/.~=\-]{12,})`,
    'gi',
  );
}

function secretsIn(text: string, assignment: RegExp): readonly Occurrence[] {
  const ofForm = [...text.matchAll(allKeyForms)].map(
    ({ 0: secret, index }) => ({
      secret,
      offset: index,
    }),
  );
  const assigned = [...text.matchAll(assignment)]
    .map(({ 0: whole, 1: secret = '', index }) => ({
      secret,
      offset: index + whole.length - secret.length,
    }))
    .filter(({ secret }) => isRealistic(secret));
  return [...ofForm, ...assigned];
}

const allKeyForms = new RegExp(keyForms, 'g');
