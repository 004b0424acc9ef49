import { runInNewContext, Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { operations } from '@agent-conversation/validators';
import { beforeAll, expect, test } from 'vitest';
import { bundleScripts, type Scripts } from './bundle-scripts.ts';

let scripts: Scripts;
beforeAll(async () => {
  scripts = await bundleScripts();
});

test('all are classic scripts, which load nothing and make no code', () => {
  for (const [path, text] of Object.entries(scripts)) {
    expect(() => new Script(text, { filename: path })).not.toThrow();
    expect(text, path).not.toMatch(
      /\bimport\(|\beval\b|\bnew Function\b|\brequire\(|innerHTML/,
    );
    expect(text, `${path} may stand inside a page`).not.toMatch(
      /<\/script|<!--/i,
    );
  }
});

test('what every page loads is small; its head has one line', () => {
  expect(gzipSync(scripts['site']!).length).toBeLessThan(4096);
  expect(scripts['head']).not.toMatch(/[\r\n]|<\/|<!--/);
  expect(scripts['head']!.length).toBeLessThan(1000);
});

test.each(Object.values(operations))(
  'the script of $id validates a response',
  ({ id }) => {
    const page = { agentConversationDocs: undefined as never };
    runInNewContext(scripts[`validators/${id}`]!, page);
    const { validateResponse } = page.agentConversationDocs['validators'][
      id
    ] as {
      validateResponse: (response: object) => unknown;
    };
    expect(validateResponse({ status: 299 })).toEqual(
      operations[id].validateResponse({ status: 299 }),
    );
  },
);
