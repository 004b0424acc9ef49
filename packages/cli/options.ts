/** Options of programs, declared as the help shows them. */
import { Option, type Program } from './command.ts';

/** How the value of an option is read, and how the name of the option ends for programs. */
export type OptionReader = readonly [
  read: (text: string, before: never) => unknown,
  ending?: string,
];

/**
 * Reads a table of options: a line for each, with two spaces before its text, or with a heading for those that follow.
 * The text continues on lines that are indented by six.
 *
 * @param readers by the flags of options, or the names of their values
 * @param required the flag of the option that must be given
 */
export function optionTable(
  table: string,
  readers: Readonly<Record<string, OptionReader>>,
  required?: string,
) {
  const entries = table
    .trim()
    .split(/\n(?! {6})/)
    .map((lines) => {
      const [flags = '', help] = lines
        .trim()
        .replaceAll(/\n +/g, ' ')
        .split('  ');
      if (help === undefined) return flags;
      const option = new Option(flags, help);
      const [, value = ''] = /<(.+)>/.exec(flags) ?? [];
      const [read, ending = ''] = readers[option.long!] ?? readers[value] ?? [];
      if (read)
        option.argParser(read as (text: string, before: unknown) => unknown);
      const name = option.attributeName() + ending;
      option.attributeName = () => name;
      return option.makeOptionMandatory(option.long === required);
    });
  return {
    /** Adds the options to a program, and one that shows its version. */
    addTo(program: Program, version: string): Program {
      program.version(version, '--version', 'show the version');
      for (const entry of entries) {
        if (typeof entry === 'string') program.optionsGroup(entry);
        else program.addOption(entry);
      }
      return program;
    },
    /** Returns the flag of an option, by its name for programs. */
    flagOf(name: string): string {
      const isNamed = (it: string | Option) =>
        it instanceof Option && it.attributeName() === name;
      return (entries.find(isNamed) as Option).long!;
    },
  };
}
