/** Rules on files: which there are, and how they refer to each other. */
import { basename, dirname, join, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Visitor } from './visitor.ts';

/** The `$ref` in one file that leads to another, with slashes on every system. */
function relativeRef(from: string, to: string): string {
  return relative(dirname(from), to).replaceAll(sep, '/');
}

const languages = [
  { lang: 'Shell', label: 'curl', ending: 'sh' },
  { lang: 'TypeScript', label: 'TypeScript', ending: 'ts' },
  { lang: 'JavaScript', label: 'fetch', ending: 'js' },
  { lang: 'Python', label: 'Python', ending: 'py' },
];
const samples = [
  ...languages.map((it) => ({ ...it, file: `success.${it.ending}` })),
  ...languages.map((it) => ({
    ...it,
    label: `${it.label}, failing`,
    file: `failure.${it.ending}`,
  })),
];

/** Each operation has the eight samples in the folder that is named after it, and no others. */
export function codeSamples(): Visitor {
  let home = '';
  return {
    Root: {
      enter: (_, { location }) =>
        void (home = dirname(location.source.absoluteRef)),
    },
    Operation({ operationId, 'x-codeSamples': list }, { location, report }) {
      const id = String(operationId);
      const listed: unknown[] = Array.isArray(list) ? list : [];
      for (const [i, { lang, label, file }] of samples.entries()) {
        const $ref = relativeRef(
          location.source.absoluteRef,
          join(home, 'samples', id, file),
        );
        if (isDeepStrictEqual(listed[i], { lang, label, source: { $ref } }))
          continue;
        const sample = `{ lang: ${lang}, label: '${label}', source: { $ref: ${$ref} } }`;
        const message = `Sample ${i + 1} of \`${id}\` must be \`${sample}\`.`;
        const key =
          i < listed.length ? ['x-codeSamples', String(i)] : ['operationId'];
        report({ message, location: location.child(key).key() });
      }
      for (let i = samples.length; i < listed.length; i++) {
        const message = `\`${id}\` must have ${samples.length} samples: remove this one.`;
        report({
          message,
          location: location.child(['x-codeSamples', String(i)]).key(),
        });
      }
    },
  };
}

const folders: Readonly<Record<string, string>> = {
  Schema: 'schemas',
  Parameter: 'parameters',
  Response: 'responses',
  Header: 'headers',
  Example: 'examples',
};

/** The file of `/api/v1/jobs/{job_id}/stop` is `paths/v1/jobs/job_id/stop.yaml`. */
function pathFile(path: string): string {
  return `paths${path.replace(/^\/api(?=\/)/, '').replaceAll(/[{}]/g, '')}.yaml`;
}

/** Each `$ref` follows from the name and the kind of its target. */
export function refByName(): Visitor {
  let home = '';
  return {
    Root: {
      enter: (_, { location }) =>
        void (home = dirname(location.source.absoluteRef)),
    },
    ref: {
      enter(node, { key, type, location, report }) {
        const $ref = String(node['$ref']);
        const isSample = type.name === 'scalar' && key === 'source';
        if (isSample || $ref.startsWith('#/components/securitySchemes/'))
          return;
        const name = basename($ref, '.yaml');
        const file = join(
          home,
          'components',
          folders[type.name] ?? '',
          `${name}.yaml`,
        );
        const want =
          type.name === 'PathItem'
            ? `./${pathFile(String(key))}`
            : folders[type.name] &&
              relativeRef(location.source.absoluteRef, file);
        if (want === undefined) {
          const kinds = Object.values(folders).join(', ');
          const message = `\`${$ref}\` must not be a $ref: only ${kinds} and paths have files.`;
          report({ message });
        } else if ($ref !== want) {
          const message = `\`${$ref}\` must be \`${want}\`: a $ref follows from the name and the kind of its target.`;
          report({ message, location: location.child(['$ref']) });
        }
        if (type.name === 'Example' && want !== undefined && key !== name) {
          const message = `The example \`${key}\` must have the name of its file: rename it to \`${name}\`.`;
          report({ message, location: location.key() });
        }
      },
    },
  };
}
