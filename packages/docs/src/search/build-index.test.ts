import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { buildSearchIndex } from './build-index.ts';
import type { SearchEntry } from './entry.ts';

const entry: SearchEntry = {
  kind: 'member',
  title: 'sandbox_id',
  text: 'The sandbox: </script> "quoted" \u2028 and more.',
  href: 'schemas/app-conversations.html#AppConversation',
  context: 'AppConversation',
};

test('the script gives the page exactly the entries, and adds to what other scripts gave', () => {
  const page = { agentConversationDocs: { validators: 'kept' }, self: {} };
  page.self = page;
  runInNewContext(buildSearchIndex([entry, { ...entry, kind: 'value' }]), page);
  expect(page.agentConversationDocs).toEqual({
    validators: 'kept',
    searchEntries: [entry, { ...entry, kind: 'value' }],
  });
});

test('the script is the same for the same entries', () => {
  const { context, ...rest } = entry;
  expect(buildSearchIndex([{ context, ...rest }])).toBe(buildSearchIndex([entry]));
});

test.each([
  ['', 'schemas/a.html', "search entry 1 (member '', schemas/a.html): the title is empty"],
  ['a', '/schemas/a.html', 'href must be relative to the root'],
  ['a', '../schemas/a.html', 'href must be relative to the root'],
  ['a', 'https://a.example/', 'href must be relative to the root'],
  ['a', '', 'href must be relative to the root'],
])('title %j with address %j is refused', (title, href, reason) => {
  expect(() => buildSearchIndex([entry, { ...entry, title, href }])).toThrow(reason);
});
