/** The built documentation against the contract: what its pages show, their links, and their HTML. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fencedBlocks } from '@agent-conversation/cli/markdown';
import { childOf, listOf } from '@agent-conversation/contract';
import { select, selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import { expect, test } from 'vitest';
import { docsDirectory } from '../../src/index.ts';
import { parseMove } from '../../src/pages/moves.ts';
import * as site from '../support/site.ts';

const {
  attributes,
  contract,
  files,
  linkFault,
  linksOf,
  operations,
  pages,
  source,
} = site;
const { schemas } = contract.components;
/** The links of the error page are absolute, and it has no Markdown. */
const paths = [...pages.keys()].filter((path) => path !== '404.html');
const ids = operations.map(({ operationId }) => operationId);
const pageOf = (id: string) => `operations/${id}.html`;

test.each(ids)('the page of %s has the programs of its samples', (id) => {
  const blocks = selectAll('pre', pages.get(pageOf(id))).map(toString);
  const programs = site.samplesOf(id).flatMap((sample) => sample.programs);
  const code = programs.map((program) => program.code.trim());
  expect(blocks).toEqual(expect.arrayContaining(code));
});

test('every page has a title and a description of its own, a policy, and the digest of this contract', () => {
  const bundle = readFileSync(new URL('dist/openapi.json', source), 'utf8');
  expect(files.get('openapi.json') === bundle).toBe(true);
  const all = [...pages.values()];
  const titles = all.flatMap((page) =>
    selectAll('head > title', page).map(toString),
  );
  const contents = (selector: string) =>
    all.flatMap((page) =>
      attributes(page, `head > meta${selector}`, 'content'),
    );
  expect(new Set(titles).size).toBe(pages.size);
  expect(new Set(contents('[name=description]')).size).toBe(pages.size);
  expect(contents('[http-equiv=Content-Security-Policy]')).toHaveLength(
    pages.size,
  );
  const digest = createHash('sha256').update(bundle).digest('hex');
  expect(contents('[name=openapi-sha256]')).toEqual(
    Array(pages.size).fill(digest),
  );
});

test('the policy of every page allows its own scripts and styles, and no other origin', () => {
  const policies = [...pages.values()].flatMap((page) =>
    attributes(
      page,
      'head > meta[http-equiv=Content-Security-Policy]',
      'content',
    ),
  );
  const own = /^'self' '(sha256-[\w+/=]+)'$/;
  for (const policy of new Set(policies)) {
    const directives = policy
      .split('; ')
      .map((directive) => directive.split(/ (.*)/).slice(0, 2));
    expect(Object.fromEntries(directives)).toEqual({
      'default-src': "'none'",
      'script-src': expect.stringMatching(own) as string,
      'style-src': expect.stringMatching(own) as string,
      'img-src': 'data:',
      'connect-src': "'self' http://127.0.0.1:* http://localhost:*",
      'base-uri': "'none'",
      'form-action': "'none'",
    });
  }
});

test.each(paths)(
  'the Markdown of %s has its headings, properties and code',
  (path) => {
    const outline = site.markdownOutlineOf(path.replace(/html$/, 'md'));
    expect(outline).not.toEqual([]);
    expect(site.outlineOf(pages.get(path)!)).toEqual(outline);
  },
);

test('every link leads somewhere: of pages, of Markdown and of llms.txt', () => {
  const faults = [...files.keys()]
    .filter((path) => path !== '404.html')
    .flatMap((path) =>
      linksOf(path).map((link) => ({
        path,
        link,
        fault: linkFault(path, link),
      })),
    );
  expect(faults.length).toBeGreaterThan(1000);
  expect(faults.filter(({ fault }) => fault)).toEqual([]);
});

test('a link that leads nowhere is reported', () => {
  const links = [
    'missing.html',
    'index.html#missing',
    '/index.html',
    'index.html#getSettings',
  ];
  const faults = [
    'names no file',
    'names no anchor',
    'is neither relative nor https',
    undefined,
  ];
  expect(links.map((link) => linkFault('index.html', link))).toEqual(faults);
});

/**
 * Where links lead by what they are called: operations, schemas and decisions by their names, pages by their titles.
 */
const targets: ReadonlyMap<string, RegExp> = new Map([
  ...paths.map((path): [string, RegExp] => {
    const title = toString(select('h1', pages.get(path))!).trim();
    return [title, new RegExp(`^${path}(#|$)`)];
  }),
  ...ids.map((id): [string, RegExp] => [
    id,
    new RegExp(`^operations/${id}\\.html(#|$)`),
  ]),
  ...Object.keys(schemas).map((name): [string, RegExp] => [
    name,
    new RegExp(`\\.html#${name}$`),
  ]),
  ['API key', /^guides\/authentication\.html$/],
]);

test('a link leads to what it is called', () => {
  const links = paths.flatMap((path) =>
    selectAll('a[href]:not(.anchor)', pages.get(path)).map((link) => {
      const { href } = new URL(
        String(link.properties['href']),
        `https://docs/${path}`,
      );
      return {
        path,
        name: toString(link).trim(),
        target: href.replace('https://docs/', ''),
      };
    }),
  );
  const targetOf = (name: string) =>
    /^D\d\d$/.test(name)
      ? new RegExp(`^decisions\\.html#${name}$`)
      : targets.get(name);
  // A list of contents leads to sections of its own page.
  const leaving = links.filter(
    ({ path, target }) => !target.startsWith(`${path}#`),
  );
  const named = leaving.filter(({ name }) => targetOf(name) !== undefined);
  const kinds = [
    'API key',
    'D03',
    'Sandbox',
    'SandboxStatus',
    'pauseSandbox',
    'Paging',
  ];
  expect(named.map(({ name }) => name)).toEqual(expect.arrayContaining(kinds));
  expect(
    named.filter(({ name, target }) => !targetOf(name)!.test(target)),
  ).toEqual([]);
});

test('the menu marks the page itself, and no other', () => {
  const marked = paths.map((path) => {
    const links = selectAll('a[aria-current=page]', pages.get(path));
    const addresses = links.map(
      ({ properties: { href } }) =>
        new URL(String(href), `https://docs/${path}`),
    );
    return {
      path,
      current: [...new Set(addresses.map(({ pathname }) => pathname.slice(1)))],
    };
  });
  const listed = marked.filter(({ current }) => current.length > 0);
  expect(listed.length).toBeGreaterThan(20);
  expect(listed.filter(({ path, current }) => current.join() !== path)).toEqual(
    [],
  );
});

test('the next page of the previous page is the page itself, from the first to the last', () => {
  const neighbor = (path: string, rel: string) => {
    const link = select(`nav.neighbors a[rel=${rel}]`, pages.get(path));
    if (!link) return undefined;
    return new URL(
      String(link.properties['href']),
      `https://docs/${path}`,
    ).pathname.slice(1);
  };
  const linked = paths.filter(
    (path) => neighbor(path, 'prev') ?? neighbor(path, 'next'),
  );
  const [first = '', ...others] = linked.filter(
    (path) => !neighbor(path, 'prev'),
  );
  expect(others).toEqual([]);
  const order = [first];
  for (const path of order) {
    const next = neighbor(path, 'next');
    if (next === undefined) continue;
    expect(order).not.toContain(next);
    expect(neighbor(next, 'prev')).toBe(path);
    order.push(next);
  }
  expect(order.toSorted()).toEqual(linked.toSorted());
  expect(order.length).toBeGreaterThan(20);
});

/** How the page of an operation begins to state its retry policy. */
const policies = {
  safe: 'Safe to retry',
  unsent: 'Not idempotent',
  never: 'Never retried',
};

test.each(operations)(
  'the page of $operationId links its retry policy',
  (operation) => {
    const { operationId, 'x-retry': retry } = operation;
    const links = selectAll('main a[href]', pages.get(pageOf(operationId))).map(
      (link) => ({
        name: toString(link),
        href: String(link.properties['href']),
      }),
    );
    const isPolicy = ({ name }: { readonly name: string }) =>
      Object.values(policies).some((policy) => name.startsWith(policy));
    const href = '../guides/errors-and-retries.html';
    const name = expect.stringContaining(policies[retry]) as string;
    expect(links.filter(isPolicy)).toEqual([{ name, href }]);
  },
);

test('the guide to retries states the policy of each operation that it names', () => {
  const guide = files.get('guides/errors-and-retries.md')!;
  const lists = guide.matchAll(/^- `(safe|unsent|never)`:([^]*?)\. Retry/gm);
  const stated = [...lists].flatMap(([, policy, names = '']) => {
    return [...names.matchAll(/`(\w+)`/g)].map(
      ([, name]) => `${name}: ${policy}`,
    );
  });
  const declared = operations.map((operation) => {
    return `${operation.operationId}: ${operation['x-retry']}`;
  });
  expect(stated.length).toBeGreaterThan(7);
  expect(declared).toEqual(expect.arrayContaining(stated));
});

test('examples of validation errors are about what the request of the operation has', () => {
  const faults: string[] = [];
  for (const {
    operationId,
    parameters,
    requestBody,
    responses,
  } of operations) {
    const message = responses['422'];
    const examples = [...(message?.examples.values() ?? [])];
    const details = examples.flatMap((example) =>
      listOf(childOf(example, 'detail')),
    );
    const locations = details.map((detail) => listOf(childOf(detail, 'loc')));
    const names: unknown[] = parameters.map(({ name }) => name);
    const wrong = locations.filter(([where, name]) => {
      return where === 'body' ? !requestBody : !names.includes(name);
    });
    faults.push(
      ...wrong.map((location) => `${operationId}: ${JSON.stringify(location)}`),
    );
    const hasText = /\bbody\b/.test(message?.description ?? '');
    if (hasText && !requestBody)
      faults.push(`${operationId}: ${message?.description}`);
  }
  expect(faults).toEqual([]);
});

test('the page about what the interface cannot do states that the agent cannot be stopped', () => {
  const limits = files
    .get('index.md')!
    .split('## What this interface cannot do')[1]!;
  for (const word of [
    'Stop the agent',
    'cancel',
    'interrupts',
    '`pauseSandbox`',
  ]) {
    expect(limits).toContain(word);
  }
});

const guidePaths = [...files.keys()].filter((path) =>
  /^(?:index|guides\/.*)\.md$/.test(path),
);

/** Returns the programs of the guides in a language. */
function programsIn(language: string): string[] {
  return guidePaths.flatMap((path) => fencedBlocks(files.get(path)!, language));
}

test('the programs of the guides poll a bounded number of times', () => {
  const programs = [
    ...programsIn('sh'),
    ...programsIn('js'),
    ...programsIn('python'),
  ];
  const polling = programs.filter((program) =>
    /\bsleep\b|\bsetTimeout\b/.test(program),
  );
  expect(polling.length).toBeGreaterThan(4);
  expect(
    programs.filter((program) => /^ *(?:until|while)\b/m.test(program)),
  ).toEqual([]);
});

test('the commands of the guides that wait for a server print an error only if it does not start', () => {
  const waiting = programsIn('sh').filter((program) =>
    program.includes('--retry-connrefused'),
  );
  expect(waiting.length).toBeGreaterThan(4);
  for (const program of waiting) {
    const [command = ''] =
      /^curl .*--retry-connrefused.*$/m.exec(program) ?? [];
    expect(command).toContain(String.raw`%{errormsg}\n'`);
    expect(command).not.toContain('--show-error');
  }
});

test('the programs of the quickstart and of the first conversation pause by the id of the sandbox', () => {
  const programs = ['index.md', 'guides/getting-started.md'].flatMap((path) => {
    return ['sh', 'ts', 'js', 'python'].flatMap((it) =>
      fencedBlocks(files.get(path)!, it),
    );
  });
  const pausing = programs.filter((program) =>
    /\/pause|\.pause\(/.test(program),
  );
  expect(pausing).toHaveLength(7);
  for (const program of pausing) expect(program).toContain('sandbox_id');
});

test('the start page and the first conversation state which variable copied commands need', () => {
  for (const path of ['index.md', 'guides/getting-started.md']) {
    expect(files.get(path)).toContain('export AGENT_CONVERSATION_API_KEY=any');
  }
});

const list = (name: string) =>
  readFileSync(new URL(`../${name}`, docsDirectory), 'utf8').match(/.+/g)!;

test('all addresses are promised: if not, run `npm run record`', async () => {
  const own = paths.flatMap((path) => {
    const content = select('main', pages.get(path))!;
    const parts = selectAll(
      'article[id], section[id], h2[id], h3[id], .operations > li[id]',
      content,
    );
    const addresses = parts.map(({ properties }) => String(properties['id']));
    return addresses
      .filter((id) => !id.endsWith('heading'))
      .map((id) => `${path}#${id}`);
  });
  const promised = [
    ...new Set([...list('released-anchors.txt'), ...own]),
  ].toSorted();
  await expect(`${promised.join('\n')}\n`).toMatchFileSnapshot(
    '../../released-anchors.txt',
  );
});

test('every promised address exists as long as the contract has what it names', () => {
  const names = new Set([
    ...ids,
    ...Object.keys(schemas),
    'operations',
    'lifecycles',
  ]);
  const text = JSON.stringify(contract);
  const isRetired = (address: string) => {
    if (
      !/^(index|coverage|lifecycles|(operations|schemas)\/.*)\.html/.test(
        address,
      )
    )
      return false;
    const [name = '', ...parts] = address.replace(/^.*#/, '').split('.');
    return (
      !names.has(name) || parts.some((part) => !text.includes(`"${part}"`))
    );
  };
  const released = list('released-anchors.txt').filter(
    (address) => !address.startsWith('reference.html') && !isRetired(address),
  );
  expect(released.length).toBeGreaterThan(100);
  expect(
    released.filter((address) => linkFault('index.html', address)),
  ).toEqual([]);
});

test('every former address leads to what replaces it', () => {
  const faults = list('moved-anchors.txt').filter((line) => {
    const { from, to } = parseMove(line);
    const target = `${to.page}.html#${to.id}`;
    if (from.page === 'reference') return linkFault('index.html', target);
    const page = pages.get(`${from.page}.html`);
    if (from.page === to.page)
      return !select(`[id="${to.id}"] > span[id="${from.id}"]`, page);
    const link = select(`li[id="${from.id}"] a`, page);
    const { href } = new URL(
      String(link?.properties['href']),
      `https://docs/${from.page}`,
    );
    return href !== `https://docs/${target}` || linkFault('index.html', target);
  });
  expect(faults).toEqual([]);
});

test('the reference page has the script of Redoc as it comes, and its overview before it runs', () => {
  const html = files.get('reference.html')!;
  const script = fileURLToPath(
    import.meta.resolve('redoc/bundles/redoc.standalone.js'),
  );
  expect(html.includes(readFileSync(script, 'utf8'))).toBe(true);
  const [prerendered = ''] = html.split('<script type="application/json"');
  for (const { name } of contract.tags)
    expect(prerendered).toContain(`data-text="${name}"`);
});
