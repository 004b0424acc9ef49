import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import {
  list,
  CommandError,
  defineCommand,
  integer,
  Option,
  runCommand,
} from './command.ts';

const greet = defineCommand({
  name: 'npm run greet',
  summary: 'Greets somebody.',
  options: (program) =>
    program
      .option('--loud', 'in capitals')
      .addOption(
        new Option('--format <FORMAT>', 'of the greeting').choices([
          'text',
          'json',
        ]),
      )
      .option('--to <NAME>', 'who is greeted (repeatable)', list)
      .option('--times <NUMBER>', 'how often', integer(1, 9), 1)
      .option('--file <FILE>', 'where to write it'),
  exitCodes: { 0: 'greeted', 2: 'wrong options' },
  run(values, { out }) {
    if (values.times === 9) throw new CommandError('9 is too often');
    out(JSON.stringify(values));
    return 0;
  },
});

async function run(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const io = {
    out: (text: string) => (out += text),
    err: (text: string) => (err += text),
  };
  return { code: await runCommand(greet, args, io), out, err };
}

test('reads flags, texts, lists and integers, with their defaults', async () => {
  expect(JSON.parse((await run()).out)).toEqual({ times: 1 });
  const { out } = await run(
    '--loud',
    '--format=json',
    '--to',
    'A',
    '--to',
    'B,C',
    '--times',
    '3',
  );
  expect(JSON.parse(out)).toEqual({
    loud: true,
    format: 'json',
    to: ['A', 'B', 'C'],
    times: 3,
  });
});

test.each([
  [['--fromat', 'json'], "Unknown option '--fromat', did you mean '--format'"],
  [['--zzzzzzz'], "Unknown option '--zzzzzzz'."],
  [
    ['--format', 'jsn'],
    "argument 'jsn' is invalid. Allowed choices are text, json.",
  ],
  [['--format'], "Option '--format <FORMAT>' argument missing."],
  [['--file='], '--file takes a value.'],
  [
    ['--times', '10'],
    "argument '10' is invalid. It must be an integer from 1 to 9.",
  ],
  [['word'], 'Too many arguments.'],
])(
  'rejects %j with exit code 2 and a hint to the help',
  async (args, message) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).toMatch(/^.*See npm run greet -- --help\n$/);
    expect(await run('--times', '9')).toEqual({
      code: 2,
      out: '',
      err: '9 is too often\n',
    });
  },
);

test('shows options, defaults, choices and exit codes in the help', async () => {
  expect((await run('--help')).out).toMatchInlineSnapshot(`
    "Usage: npm run greet -- [options]

    Greets somebody.

    Options:
      --loud             in capitals
      --format <FORMAT>  of the greeting (choices: "text", "json")
      --to <NAME>        who is greeted (repeatable)
      --times <NUMBER>   how often (default: 1)
      --file <FILE>      where to write it
      -h, --help         show this text

    Exit codes: 0 greeted; 2 wrong options
    "
  `);
});

test('a pipe that its reader closes early is no error', async () => {
  const program = `
    import { runCommand } from '${new URL('command.ts', import.meta.url).href}';
    const run = (_, { out }) => { for (let line = 0; line < 100_000; line++) out('a line\\n'); };
    const command = { name: 'lines', summary: 'Lines.', options: (it) => it, exitCodes: {}, run };
    process.exitCode = await runCommand(command, []);
  `;
  const child = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
  ]);
  child.stdout.once('data', () => child.stdout.destroy());
  const [errors, [code]] = await Promise.all([
    readText(child.stderr),
    once(child, 'close'),
  ]);
  expect({ errors, code }).toEqual({ errors: '', code: 0 });
});
