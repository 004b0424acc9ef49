import { expect, test } from 'vitest';
import { llmsFullTxt, llmsTxt } from './llms.ts';

const page = (path: string, section: string, title = path) => ({
  path,
  section,
  title,
  summary: `About\n${path}.`,
  markdown: `# ${path}\n\nText.\n`,
});

test('llms.txt has a title, a summary, and the pages by section, with the contract behind them', () => {
  const text = llmsTxt({
    title: 'Pets',
    summary: 'Keeps\npets.',
    pages: [
      page('changelog', 'Optional'),
      page('decisions', 'Decisions'),
      page('lifecycles', 'Behaviour'),
      page('operations/getPet', 'Operations', 'Get a pet [new]'),
      page('guides/start', 'Guides'),
      page('operations/listPets', 'Operations'),
    ],
    files: [{ path: 'openapi.json', summary: 'The contract as JSON.' }],
  });
  expect(text).toBe(`# Pets

> Keeps pets.

## Guides

- [guides/start](guides/start.md): About guides/start.

## Operations

- [Get a pet \\[new\\]](operations/getPet.md): About operations/getPet.
- [operations/listPets](operations/listPets.md): About operations/listPets.

## Decisions

- [decisions](decisions.md): About decisions.

## Behaviour

- [lifecycles](lifecycles.md): About lifecycles.

## Contract files

- [openapi.json](openapi.json): The contract as JSON.

## Optional

- [changelog](changelog.md): About changelog.
`);
});

test('llms-full.txt has every page whole, after its path', () => {
  expect(llmsFullTxt([page('a', 'Guides'), page('b/c', 'Guides')])).toBe(
    'Page: a.md\n\n# a\n\nText.\n\n---\n\nPage: b/c.md\n\n# b/c\n\nText.\n',
  );
});
