import { basename, dirname, join } from 'node:path';
import { pathFile } from '../path-file.js';
import { relativeRef } from './relative-ref.ts';
import type { Context, Visitor } from './visitor.ts';

const folders: Record<string, string> = {
  Schema: 'schemas',
  Parameter: 'parameters',
  Response: 'responses',
  Header: 'headers',
  Example: 'examples',
};

/** Demands that each `$ref` can be told from the name of what it refers to. */
export function refByName(): Visitor {
  let home = '';
  return {
    Root: {
      enter(_root, { location }) {
        home = dirname(location.source.absoluteRef);
      },
    },
    ref: {
      enter({ $ref }, context) {
        if ($ref.startsWith('#/components/securitySchemes/')) return;
        const { key, type, location, report } = context;
        // The rule for code samples looks at these.
        if (type.name === 'scalar' && key === 'source') return;
        const want =
          type.name === 'PathItem' ? `./${pathFile(String(key))}` : componentRef($ref, context);
        if (want === undefined) {
          const kinds = Object.values(folders).join(', ');
          report({
            message: `\`${$ref}\` must not be a $ref: only ${kinds} and paths have files.`,
          });
          return;
        }
        if ($ref !== want) {
          const message = `\`${$ref}\` must be \`${want}\`: a $ref follows from the name and the kind of its target.`;
          report({ message, location: location.child(['$ref']) });
        }
        if (type.name === 'Example' && key !== nameIn($ref)) {
          const message = `The example \`${key}\` must have the name of its file: call it \`${nameIn($ref)}\`.`;
          report({ message, location: location.key() });
        }
      },
    },
  };

  function componentRef($ref: string, { type, location }: Context) {
    const folder = folders[type.name];
    if (folder === undefined) return undefined;
    const target = join(home, 'components', folder, `${nameIn($ref)}.yaml`);
    return relativeRef(location.source.absoluteRef, target);
  }
}

function nameIn($ref: string) {
  return basename($ref, '.yaml');
}
