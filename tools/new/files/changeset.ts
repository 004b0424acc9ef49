import type { Design } from '../design/design.ts';
import { thirdPerson } from '../contract/words.ts';
import type { NewFile } from './file.ts';

/** What the next release tells of it. All packages have one version, so one of them is named. */
export function changeset(design: Design): NewFile {
  const name = design.id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const text = `---\n'@agent-conversation/openapi': ${design.step}\n---\n\nAdds \`${design.id}\`, which ${thirdPerson(design.verb)} ${design.object}.\n`;
  return { file: `.changeset/add-${name}.md`, text, isNew: true };
}
