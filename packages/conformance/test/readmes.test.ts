import { createMock } from '@agent-conversation/mock';
import { afterAll, describe, expect, test } from 'vitest';
import { promisedWords, ReadmeCode } from './support/readme.ts';

const service = await createMock({ startupTime: 200 }).listen();
const client = `import { createClient } from '@agent-conversation/client'; const client = createClient({ baseUrl: '${service.url}', apiKey: 'my-key' });`;

const readmes = {
  // Blocks without an import go on with the client of the first one.
  client: read('client', (code) =>
    code
      .replaceAll('http://localhost:3000', service.url)
      .replace(/^/, code.includes('import ') ? '' : client),
  ),
  mock: read('mock'),
  conformance: read('conformance', (code) =>
    code.replace("'http://localhost:3000'", `'${service.url}'`),
  ),
};
afterAll(async () => {
  for (const code of Object.values(readmes)) code.remove();
  await service.close();
});

describe.each(Object.entries(readmes))('the code in the README of the %s', (_, readme) => {
  test('is there', () => {
    expect(readme.blocks).not.toEqual([]);
  });

  test.each([
    ['with the types of Node alone', { lib: ['es2023'], types: ['node'] }],
    ['with those of a browser, too', { lib: ['es2023', 'dom'], types: ['node'] }],
  ])('compiles %s', async (__, surroundings) => {
    await expect(readme.compile(surroundings)).resolves.toBeUndefined();
  });

  test.each(readme.blocks.map((block) => [block.file, block] as const))(
    'does what it says: %s',
    async (__, block) => {
      const output = await readme.run(block);
      expect(output).toMatch(block.isSuite ? /Tests +\d+ passed/ : '');
      const promised = promisedWords(block.code);
      const printed = output.split('\n').filter((line) => promised.includes(line));
      expect(printed).toEqual(promised);
    },
  );
});

test.each(['client', 'mock'] as const)('the README of the %s has scripts and suites', (name) => {
  expect(new Set(readmes[name].blocks.map(({ isSuite }) => isSuite)).size).toBe(2);
});

test('the first lines of the README of the client show a failure', async () => {
  const [first] = readmes.client.blocks;
  expect(await readmes.client.run(first!)).toContain('\npauseSandbox: Sandbox not found (POST ');
});

function read(name: string, adapt?: (code: string) => string): ReadmeCode {
  return new ReadmeCode(new URL(`../../${name}/README.md`, import.meta.url), adapt);
}
