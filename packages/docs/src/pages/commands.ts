/** The pages of the commands, which are the references in their packages with ids of the site and examples. */
import {
  blocks,
  fence,
  fencedBlocks,
  link,
  list,
} from '@agent-conversation/cli/markdown';
import { container } from '../container.ts';
import type { Context } from './links.ts';
import { referenceSections } from './references.ts';

/** A command with a page. */
export interface CommandSource {
  /** The last part of the path of its page: `mock`. */
  readonly name: string;
  /** `COMMAND.md` of its package, which its tests keep up to date. */
  readonly reference: string;
}

/** The most examples on a page. */
const mostExamples = 3;

/** Returns the page `commands/<name>`: usage, options, variables and exit codes, with what guides do with it. */
export function commandPage(
  { guides, linkTo }: Pick<Context, 'guides' | 'linkTo'>,
  { reference }: CommandSource,
): string {
  const [, command = '', summary = ''] =
    /^# (.*)\n\n(.*)$/m.exec(reference) ?? [];
  const calls = [...guides].map(([name, markdown]) => {
    const programs = fencedBlocks(markdown, 'sh');
    const examples = programs.filter((program) =>
      program.includes(`-- ${command} `),
    );
    return { name, markdown, examples };
  });
  const using = calls.filter(({ examples }) => examples.length > 0);
  const links = using.map(({ name, markdown }) => {
    const title = titleOf(markdown);
    return link(title, linkTo('guide', name));
  });
  const examples = new Set(using.flatMap((guide) => guide.examples));
  const shown = [...examples].slice(0, mostExamples);
  const guide = linkTo('guide', 'getting-started');
  const install = link('Install', `${guide}#install`);
  return blocks(
    `# ${command}`,
    summary,
    container('facts', {}, list([install])),
    '## Examples',
    ...shown.map((example) => fence('sh', example)),
    `Guides that use it: ${links.join(', ')}.`,
    referenceSections(reference),
  );
}

function titleOf(markdown: string): string {
  const [, title = ''] = /^# (.*)$/m.exec(markdown) ?? [];
  return title;
}
