import type { Sources } from '../contract/sources.ts';
import type { Design } from '../design/design.ts';
import { newSchemas } from './components.ts';
import type { NewFile } from './file.ts';

const file = 'openapi/decisions.md';

/** The list of decisions, with the one that the operation rests on. */
export function decisions(design: Design, sources: Sources): NewFile {
  const { id, decision, date, summary, method, path, parameters, body, answer, errors } = design;
  const marks = [
    ...parameters.filter((it) => it.isNew).map((it) => mark('parameters', it.component)),
    ...errors.filter((it) => it.isNew).map((it) => mark('responses', it.response)),
    ...newSchemas([...(body ? [body] : []), answer]).map((it) => mark('schemas', it.name)),
    `[${id}](${design.file})`,
  ];
  const entry = `
## ${decision} · ${summary}

${date} · assumed

**Left open:** \`${method.toUpperCase()} ${path}\`, which no source has: what it takes, answers and refuses.

**Chosen:** ${body ? `It takes \`${body.schema.name}\`, and` : 'It'} answers \`${answer.schema.name}\` with status 200. It may be repeated by the class \`${design.retry}\`.

**Why:** It follows the other operations of the resource.

**Would change it:** A deployment that has this operation, or a document that describes it.

**Marks:** ${marks.join(', ')}.
`;
  return { file, text: sources.text(file) + entry, isNew: false };
}

function mark(kind: string, name: string): string {
  return `[${name}](components/${kind}/${name}.yaml)`;
}
