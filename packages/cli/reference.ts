/** Writes the reference of a command as Markdown, from its definition. */
import type { Command as AnyCommand, Option } from 'commander';
import { type Command, programOf } from './command.ts';
import { blocks, code, fence, line, list } from './markdown.ts';

/** Returns every option, environment variable and exit code of a command, and its notes. @param workspace its folder */
export function commandReference(command: Command, workspace: string): string {
  const { name, summary, notes = '', environment = {}, exitCodes } = command;
  const program = programOf(command) as unknown as AnyCommand;
  const help = program.createHelp();
  const groups = Map.groupBy(help.visibleOptions(program), groupOf);
  const options = [...groups].map(([group, members]) =>
    blocks(`### ${group}`, list(members.map(optionText))),
  );
  // Examples are those of guides, where tests run them.
  const [meaning = ''] = notes.split('\n\nTry\n');
  return blocks(
    `<!-- Generated from the definition of the command; \`npm run record -w ${workspace}\` updates it. -->`,
    `# ${name}`,
    inline(summary),
    '## Usage',
    fence('sh', help.commandUsage(program)),
    ...meaning.split('\n\n').map(inline),
    '## Options',
    ...options,
    section('Environment variables', environment),
    section('Exit codes', exitCodes),
  );
}

function groupOf({ helpGroupHeading = 'General' }: Option): string {
  return helpGroupHeading.replace(/:$/, '');
}

/** The facts about an option that its text has in parentheses: `(repeatable; default: every key)`. */
const facts = / ?\((?:(repeatable)(?:; )?)?(?:default: ([^)]*))?\)/;

function optionText({ flags, description, mandatory }: Option): string {
  const [, names = '', value = ''] = /^(.*?)(?: <(.*)>)?$/.exec(flags) ?? [];
  const [, repeatable, defaultValue] = facts.exec(description) ?? [];
  const head = [value === '' ? code(names) : `${code(names)} *${code(value)}*`];
  if (mandatory) head.push('**required**');
  if (repeatable) head.push('repeatable');
  if (defaultValue !== undefined) head.push(`default: ${inline(defaultValue)}`);
  return blocks(head.join(', '), inline(description.replace(facts, '')));
}

function section(
  title: string,
  meanings: Readonly<Record<string, string>>,
): string {
  const items = Object.entries(meanings).map(([name, meaning]) =>
    blocks(code(name), inline(meaning)),
  );
  return items.length === 0 ? '' : blocks(`## ${title}`, list(items));
}

/** Options, variables and forms of values such as `OPERATION:WHAT`; or what has a meaning in Markdown. */
const codeOrSyntax = /(--[a-z][a-z-]*|\b[A-Z]+(?:[_:][A-Z]+)+\b)|[*_<[\]\\`]/g;

/** Plain text as one line of Markdown. */
function inline(text: string): string {
  return line(text).replaceAll(codeOrSyntax, (part, name?: string) =>
    name === undefined ? `\\${part}` : code(name),
  );
}
