import { runCommand } from '@agent-conversation/cli';
import { expect, test } from 'vitest';
import { command } from '../main.ts';

test.each([
  { args: '--help', code: 0, prints: '--fast' },
  {
    args: '--list nothing-has-this-word',
    code: 2,
    prints: 'No fault has one of the words',
  },
  {
    args: '--list used',
    code: 0,
    prints: 'is not used: tools/dev/drift.ts [knip]\n',
  },
  {
    args: '--list --fast secret',
    code: 0,
    prints: 'annotates a secret no longer: ',
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
