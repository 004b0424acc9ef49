import { runCommand } from '@agent-conversation/cli';
import { expect, test } from 'vitest';
import { command } from '../main.ts';

test.each([
  { args: '--help', code: 0, prints: '--without <GATE>' },
  { args: '--operator A1,Z9', code: 2, prints: 'There is no operator Z9' },
  {
    args: '--fast --without lont',
    code: 2,
    prints: 'Allowed choices are lint, ',
  },
  {
    args: '--list nothing-has-this-word',
    code: 2,
    prints: 'No fault matches all of the options',
  },
  {
    args: '--list --operator G5',
    code: 0,
    prints: 'G5 is not used: tools/dev/drift.ts [knip]\n',
  },
  {
    args: '--list --fast secret',
    code: 0,
    prints: 'A31 annotates a secret no longer: ',
  },
])(
  'npm run drift -- $args exits with $code',
  async ({ args, code, prints }) => {
    let text = '';
    const write = (more: string) => void (text += more);
    expect(
      await runCommand(command, args.split(' '), { out: write, err: write }),
    ).toBe(code);
    expect(text).toContain(prints);
  },
);
