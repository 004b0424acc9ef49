import { expect, test } from 'vitest';
import { complaints, type OwnRules } from './complaints.ts';
import { ownRules } from './own-rules.ts';

test('every rule of this contract has all that it must have', async () => {
  expect(complaints(await ownRules())).toEqual([]);
});

const page = `# contract-tidy

Everything is tidy.

## Why

So that it is found.

## Bad

Like this.

\`\`\`md
## Good
\`\`\`

## Good

Like that.

## How to mend

Tidy it.
`;

const decoratorPage = `# contract/shine

It shines.

## Why

So.

## Written

This.

## Bundled

That.

## How to change it

Thus.
`;

const tidy: OwnRules = {
  rules: [
    { id: 'contract-tidy', kind: 'rule', firing: 1, silent: 1 },
    { id: 'contract/shine', kind: 'decorator', firing: 1, silent: 1 },
  ],
  ids: [
    {
      id: 'contract-old',
      since: '0.1.0',
      retired: '0.2.0',
      instead: 'contract-tidy finds it, too.',
    },
    { id: 'contract-tidy', since: '0.1.0' },
    { id: 'contract/shine', since: '0.2.0' },
  ],
  pages: new Map([
    ['tidy.md', page],
    ['shine.md', decoratorPage],
  ]),
};

test('a tiny ruleset that has it is in order', () => {
  expect(complaints(tidy)).toEqual([]);
});

function withRule(change: object): OwnRules {
  return { ...tidy, rules: [{ ...tidy.rules[0]!, ...change }, tidy.rules[1]!] };
}

function withPage(text: string): OwnRules {
  return { ...tidy, pages: new Map([...tidy.pages, ['tidy.md', text]]) };
}

function withId(change: object): OwnRules {
  return { ...tidy, ids: [tidy.ids[0]!, { ...tidy.ids[1]!, ...change }, tidy.ids[2]!] };
}

function without(section: string): string {
  return page.replace(new RegExp(`## ${section}\n\n.*?(?=\n## (?!Good\n\`)|$(?![^]))`, 's'), '');
}

test.each<{ lacks: string; given: OwnRules; want: string[] }>([
  {
    lacks: 'a page',
    given: { ...tidy, pages: new Map([['shine.md', decoratorPage]]) },
    want: ['contract-tidy has no page: write rules/tidy.md.'],
  },
  {
    lacks: 'a firing case',
    given: withRule({ firing: 0 }),
    want: ['contract-tidy has no firing case: add one to its cases.'],
  },
  {
    lacks: 'a silent case',
    given: withRule({ silent: 0 }),
    want: ['contract-tidy has no silent case: add one to its cases.'],
  },
  {
    lacks: 'an entry among the ids',
    given: { ...tidy, ids: tidy.ids.filter(({ id }) => id !== 'contract-tidy') },
    want: [
      'contract-tidy has no entry in rules/ids.yaml: add it, with the version since which it is.',
    ],
  },
  ...['Why', 'Bad', 'Good', 'How to mend'].map((section) => ({
    lacks: `the section ${section}`,
    given: withPage(without(section)),
    want: [`rules/tidy.md must have the section \`## ${section}\`.`],
  })),
  {
    lacks: 'a section of a decorator',
    given: {
      ...tidy,
      pages: new Map([...tidy.pages, ['shine.md', decoratorPage.replace('## Bundled', '## Made')]]),
    },
    want: ['rules/shine.md must have the section `## Bundled`.'],
  },
  {
    lacks: 'text in a section',
    given: withPage(page.replace('Tidy it.', '')),
    want: ['rules/tidy.md must say something under `## How to mend`.'],
  },
  {
    lacks: 'order',
    given: withPage(page.replace('## Why', '## Good').replace('## Good\n\nLike', '## Why\n\nLike')),
    want: [
      'rules/tidy.md must have the sections Why, Bad, Good, How to mend, in this order, and no others.',
    ],
  },
  {
    lacks: 'its title',
    given: withPage(page.replace('# contract-tidy', '# Tidy')),
    want: ['rules/tidy.md must have the title `# contract-tidy`.'],
  },
  {
    lacks: 'a sentence that says what it is',
    given: withPage(page.replace('Everything is tidy.', '')),
    want: ['rules/tidy.md must say under its title, in one sentence, what the rule is.'],
  },
])('a rule that lacks $lacks is found', ({ given, want }) => {
  expect(complaints(given)).toEqual(want);
});

test.each<{ title: string; given: OwnRules; want: string[] }>([
  {
    title: 'a rule that went away',
    given: { ...tidy, rules: [tidy.rules[1]!] },
    want: [
      'rules/ids.yaml: contract-tidy is no rule any more: an id is for good, so bring it back or say since when it is `retired`.',
      'rules/tidy.md is the page of no rule: rename it, or take it away.',
    ],
  },
  {
    title: 'a rule that was renamed with its page',
    given: {
      ...withRule({ id: 'contract-neat' }),
      pages: new Map([
        ['neat.md', page.replace('contract-tidy', 'contract-neat')],
        ['shine.md', decoratorPage],
      ]),
    },
    want: [
      'contract-neat has no entry in rules/ids.yaml: add it, with the version since which it is.',
      'rules/ids.yaml: contract-tidy is no rule any more: an id is for good, so bring it back or say since when it is `retired`.',
    ],
  },
  {
    title: 'an id that was retired and is given out again',
    given: withId({ retired: '0.3.0', instead: 'Nothing.' }),
    want: ['rules/ids.yaml: contract-tidy is retired: give the rule another id.'],
  },
  {
    title: 'an id that is retired without a word',
    given: {
      ...tidy,
      ids: [...tidy.ids, { id: 'contract-gone', since: '0.1.0', retired: 'soon' }],
    },
    want: [
      'rules/ids.yaml: contract-gone must have a version such as 0.2.0 in `retired`.',
      'rules/ids.yaml: contract-gone must say in `instead` what became of it.',
    ],
  },
  {
    title: 'one name for two ids',
    given: {
      ...tidy,
      ids: [...tidy.ids, { id: 'contract/old', since: '0.1.0', retired: '0.2.0', instead: 'It.' }],
    },
    want: ['rules/ids.yaml: contract/old is given out twice, as contract-old: names are unique.'],
  },
  {
    title: 'an id without a version',
    given: withId({ since: undefined }),
    want: ['rules/ids.yaml: contract-tidy must have `since`, a version such as 0.1.0.'],
  },
  {
    title: 'an id of another form',
    given: { ...tidy, ids: [{ ...tidy.ids[0]!, id: 'contract_Old' }, ...tidy.ids.slice(1)] },
    want: [
      'rules/ids.yaml: contract_Old must be `contract-` or `contract/` and words in small letters.',
    ],
  },
])('$title is found', ({ given, want }) => {
  expect(complaints(given)).toEqual(want);
});
