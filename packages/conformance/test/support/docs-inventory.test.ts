import { expect, test } from 'vitest';
import { contract, type Operation, operations } from '../../src/contract.ts';
import { operationExamples, operationFacts, schemaFacts } from './docs-facts.ts';
import { missingOfOperation, missingOfSchemas } from './docs-inventory.ts';
import { siteOf } from './docs-site.ts';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const code = (text: string) => `<code>${escape(text)}</code>`;

/** A page that shows all of an operation, in pieces, of which one may be left out. */
function pieces(operation: Operation): string[] {
  const words = new Set(operationFacts(operation).map(({ word }) => word));
  const examples = operationExamples(operation).map(([, value]) => JSON.stringify(value, null, 2));
  return [
    `<h1 id="${operation.operationId}">It</h1>`,
    ...[...words].map(code),
    // A string would tell words that are looked for elsewhere.
    ...new Set(examples.map((json) => `<pre>${code(json)}</pre>`)),
    ...operation['x-codeSamples'].map(
      ({ label, source }) =>
        `<section class="sample" data-operation="${operation.operationId}" ` +
        `data-outcome="${label.includes('failing') ? 'failure' : 'success'}">` +
        `<figure class="code">${code(source)}</figure></section>`,
    ),
  ];
}

function missing(operation: Operation, parts: readonly string[], menu = ''): string[] {
  const page = `<nav>${menu}</nav><main>${parts.join('')}</main>`;
  return missingOfOperation(
    siteOf([[`operations/${operation.operationId}.html`, page]]),
    operation,
  );
}

test.each(operations)('$operationId: a page that shows all of it has no fault', (operation) => {
  expect(missing(operation, pieces(operation))).toEqual([]);
});

test.each(operations)('$operationId: what is left out of its page is missed', (operation) => {
  const all = pieces(operation);
  const unnoticed = all.filter((piece) => {
    // Words may stand in the examples and samples, too.
    const isWord = piece.startsWith('<code>');
    const rest = all.filter((part) => part !== piece && (!isWord || part.startsWith('<code>')));
    return !missing(operation, rest).some(
      (fault) => !isWord || !/^the (example|sample|anchor)/.test(fault),
    );
  });
  expect(unnoticed).toEqual([]);
});

test('an operation without a page, or one that only the menu names, is missed', () => {
  const [operation] = operations as [Operation];
  expect(missingOfOperation(siteOf([]), operation)).toEqual([
    `the page operations/${operation.operationId}.html`,
  ]);
  expect(missing(operation, [], code(operation.summary))).toContain(
    `the summary: ${operation.summary}`,
  );
});

test('members may stand on a page of schemas that is linked, directly or by another', () => {
  const operation = operations.find(({ operationId }) => operationId === 'searchSandboxes')!;
  const parts = pieces(operation).filter(
    (piece) => piece !== '<code>exposed_urls</code>' && !piece.startsWith('<pre>'),
  );
  const path = 'operations/searchSandboxes.html';
  const texts = (link: string) =>
    [
      [path, `<main>${parts.join('')}${link}</main>`],
      ['schemas/a.html', '<main><a href="b.html#B">b</a></main>'],
      ['schemas/b.html', '<main><code>exposed_urls</code></main>'],
    ] as const;
  const fault = expect.stringContaining('the member exposed_urls');
  expect(missingOfOperation(siteOf(texts('')), operation)).toContainEqual(fault);
  const linked = missingOfOperation(siteOf(texts('<a href="../schemas/a.html">a</a>')), operation);
  expect(linked).not.toContainEqual(fault);
});

test('each schema must have its own section with its own members and values', () => {
  const { Sandbox, SandboxStatus } = contract.components.schemas;
  const schemas = { Sandbox: Sandbox!, SandboxStatus: SandboxStatus! };
  const section = (name: 'Sandbox' | 'SandboxStatus', without = '') =>
    `<h2 id="${name}">${name}</h2>` +
    schemaFacts(schemas[name], name, false)
      .map(({ word }) => (word === without ? '' : `<h3>${word}</h3>`))
      .join('');
  const faults = (html: string) =>
    missingOfSchemas(siteOf([['schemas/a.html', `<main>${html}</main>`]]), schemas);

  expect(faults(section('Sandbox') + section('SandboxStatus'))).toEqual([]);
  expect(faults(section('Sandbox', 'status_detail') + section('SandboxStatus'))).toEqual([
    'the member status_detail of Sandbox: status_detail',
  ]);
  expect(
    faults(section('Sandbox') + section('SandboxStatus', 'PAUSED') + '<h2>PAUSED</h2>'),
  ).toEqual(['the value PAUSED of SandboxStatus: PAUSED']);
  expect(faults(section('Sandbox') + section('Sandbox'))).toEqual([
    'the one section Sandbox',
    'the one section SandboxStatus',
  ]);
});
