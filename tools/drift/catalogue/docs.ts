import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const inventory = 'packages/conformance/test/docs-inventory.test.ts';
const links = 'packages/conformance/test/docs-links.test.ts';

/** Faults in the site of the docs. */
export const docsMutants: readonly FileMutant[] = [
  {
    operator: 'D1',
    title: 'an operation has no page',
    fast: true,
    gate: inventory,
    changes: [
      edit(
        'packages/docs/src/pages/make-pages.ts',
        'const operations = calls(contract).map(',
        'const operations = calls(contract).slice(1).map(',
      ),
    ],
    says: ['the page operations/listAppConversations.html'],
  },
  {
    operator: 'D1',
    title: 'an operation is not on the first page',
    gate: inventory,
    changes: [
      edit(
        'packages/docs/src/pages/overview.ts',
        'tagSection(tag, byTag.get(tag.name) ?? [])',
        'tagSection(tag, (byTag.get(tag.name) ?? []).slice(1))',
      ),
    ],
    says: ['index has an anchor for each', 'listAppConversations'],
  },
  {
    operator: 'D2',
    title: 'the docs offer a contract that is stale',
    fast: true,
    gate: inventory,
    test: 'every page is made from this contract',
    changes: [edit('packages/docs/dist/openapi.json', '"version": "', '"version": "9.')],
    says: ['every page is made from this contract', 'openapi.json of the docs'],
  },
  {
    operator: 'D2',
    title: 'a page is left over from another contract',
    gate: inventory,
    test: 'every page is made from this contract',
    changes: [
      edit(
        'packages/docs/dist/operations/getSettings.html',
        '<meta name="openapi-sha256" content="',
        '<meta name="openapi-sha256" content="0',
      ),
    ],
    says: ['operations/getSettings.html has openapi-sha256 0'],
  },
  {
    operator: 'D3',
    title: 'an example in the docs is not as in the contract',
    fast: true,
    gate: inventory,
    changes: [
      edit(
        'packages/docs/src/pages/operation.ts',
        'codeFigure(JSON.stringify(value, null, 2)',
        'codeFigure(JSON.stringify({ ...Object(value), more: 1 }, null, 2)',
      ),
    ],
    says: ['the page of pauseSandbox shows all of it', 'the example PauseBegun'],
  },
  {
    operator: 'D3',
    title: 'a sample in the docs is not as beside the contract',
    gate: inventory,
    changes: [
      edit(
        'packages/docs/src/pages/samples.ts',
        "codeFigure(typescript.code, 'ts', 'TypeScript')",
        "codeFigure(typescript.code.replace('await', ''), 'ts', 'TypeScript')",
      ),
    ],
    says: ['the page of getSettings shows all of it', 'the sample: TypeScript'],
  },
  {
    operator: 'D4',
    title: 'a member of a schema has no row',
    fast: true,
    gate: inventory,
    changes: [
      edit(
        'packages/docs/src/markup/members.ts',
        'const rows = rowsIn(rendered);',
        "const rows = rowsIn(rendered).filter((row) => pathOf(row) !== 'working_dir');",
      ),
    ],
    says: ['the member working_dir of SandboxSpec'],
  },
  {
    operator: 'D4',
    title: 'a value of an enumeration is not in the docs',
    gate: inventory,
    changes: [
      edit(
        'packages/docs/src/markup/members.ts',
        'const rows = childrenOf(body).map(',
        'const rows = childrenOf(body).slice(1).map(',
      ),
    ],
    says: ['every schema has one section', 'the value STARTING of SandboxStatus'],
  },
  {
    operator: 'D4',
    title: 'the docs leave out who must not see a member',
    gate: 'packages/docs/src/redoc/member-lists.test.ts',
    changes: [
      edit(
        'packages/docs/src/redoc/member-lists.ts',
        'return [...(isSecret ? [secretBadge()] : []), ...badge(part)];',
        'return badge(part);',
      ),
    ],
    says: ['secrets and origins are marked', 'page\\.items\\.session_api_key'],
  },
  {
    operator: 'D4',
    title: 'the docs leave out the members of members',
    gate: 'packages/docs/src/redoc/member-lists.test.ts',
    changes: [
      edit(
        'packages/docs/src/markup/members.ts',
        "[h('summary', ['Members of ', h('code', name)]), ...members]",
        "[h('summary', ['Members of ', h('code', name)])]",
      ),
    ],
    says: ['session_api_key'],
  },
  {
    operator: 'D4',
    title: 'the pages for models leave out members',
    gate: 'packages/docs/src/machines/members-table.test.ts',
    changes: [
      edit(
        'packages/docs/src/machines/members-table.ts',
        '...(items ? rowsOfEach(`${place}[]`, items, linkTo) : []),',
        '',
      ),
    ],
    says: ['what is written inside a member has rows of its own', '"list[].id"'],
  },
  {
    operator: 'D5',
    title: 'an address that was promised dies',
    fast: true,
    gate: links,
    test: 'every address that was promised',
    changes: [
      edit(
        'packages/docs/src/pages/operation.ts',
        "h('article.operation', { id }, [",
        "h('article.operation', { id: `operation-${id}` }, [",
      ),
    ],
    says: ['operations/pauseSandbox.html#pauseSandbox'],
  },
  {
    operator: 'D5',
    title: 'the anchor of a schema is written otherwise',
    gate: inventory,
    changes: [
      edit(
        'packages/docs/src/pages/schemas.ts',
        "h('section.schema', { id: name,",
        "h('section.schema', { id: name.toLowerCase(),",
      ),
    ],
    says: ['every schema has one section', 'the one section SandboxStatus'],
  },
  {
    operator: 'D6',
    title: 'the pages of operations do not name the key',
    fast: true,
    gate: inventory,
    changes: [
      edit(
        'packages/docs/src/pages/operation.ts',
        "h('code', keyOf(contract, operation))",
        "'the header'",
      ),
    ],
    says: ['the page of startSandbox shows all of it', 'the header of the key: X-Session-API-Key'],
  },
  {
    operator: 'D6',
    title: 'the guide about authentication is left out',
    gate: links,
    test: 'every link leads somewhere',
    changes: [edit('packages/docs/src/sources/read-sources.ts', "  'authentication',\n", '')],
    says: ['guides/authentication.html names no file'],
  },
  {
    operator: 'D7',
    title: 'the pages tell of another version',
    fast: true,
    gate: inventory,
    test: 'every page is made from this contract',
    changes: [
      edit(
        'packages/docs/src/build-docs.ts',
        "'openapi-version': contract.info.version",
        "'openapi-version': '0.0.9'",
      ),
    ],
    says: ['operations/pauseSandbox.html has openapi-version 0.0.9, not '],
  },
  {
    operator: 'D8',
    title: 'a link of the docs leads nowhere',
    fast: true,
    gate: links,
    test: 'every link leads somewhere',
    changes: [
      edit(
        'packages/docs/src/site/addresses.ts',
        "`${toPage('decisions')}#${id}`",
        "`${toPage('decisions')}#${id.toLowerCase()}`",
      ),
    ],
    says: ['decisions.html#d', 'names no anchor'],
  },
  {
    operator: 'D8',
    title: 'a link of a page for models leads nowhere',
    gate: links,
    test: 'every link leads somewhere',
    changes: [
      edit(
        'packages/docs/src/machines/llms.ts',
        'entry(page.title, `${page.path}.md`, page.summary)',
        'entry(page.title, `${page.path}.markdown`, page.summary)',
      ),
    ],
    says: ['llms.txt: operations/pauseSandbox.markdown names no file'],
  },
  {
    operator: 'D9',
    title: 'the docs ask for something from elsewhere',
    fast: true,
    gate: 'packages/conformance/test/browser/docs-pages.test.ts',
    test: 'light and dark > index.html',
    changes: [
      edit(
        'packages/docs/src/site/document.ts',
        "h('link', { rel: 'icon', href: 'data:,' })",
        "h('link', { rel: 'icon', href: 'https://cdn.example/icon.svg' })",
      ),
    ],
    says: ['index.html', 'cdn.example'],
  },
];
