/** All pages of the site. */
import { type Contract, type ContractOperation, generationOf } from '@agent-conversation/contract';
import { slug as slugOf } from 'github-slugger';
import { BuildError } from '../build-error.ts';
import { blocks, code, line, link, list } from '@agent-conversation/cli/markdown';
import { container } from '../container.ts';
import type { Sources } from '../sources/sources.ts';
import { changelogPage, historyOf, releasePage } from './changelog.ts';
import { clientPage } from './client.ts';
import { commandPage } from './commands.ts';
import { decisionsPage } from './decisions.ts';
import { lifecyclesPage, withDiagrams } from './lifecycles.ts';
import { type Context, linksFrom } from './links.ts';
import { type Move, movedList, movesOf } from './moves.ts';
import { operationPage } from './operation.ts';
import { plainText } from './plain-text.ts';
import { prose, proseWithHeadings } from './prose.ts';
import { schemaGroups, schemaList, schemaPage } from './schemas.ts';
import { workflowsPage } from './workflows.ts';

/** A page of the site. */
export interface Page {
  /** From the site's root and without extension: `operations/pauseSandbox`. */
  readonly path: string;
  readonly title: string;
  /** One sentence on what the page is for. */
  readonly summary: string;
  /** The group of the menu that it is in; none if the menu does not list it. */
  readonly group: string;
  /** The heading in that group, if it has several. */
  readonly subgroup?: string;
  /** The title in the menu, if it is another one. */
  readonly menuTitle?: string;
  readonly operation?: ContractOperation;
  /** Whether it is for readers who follow a wrong or a former address alone. */
  readonly isUnlisted?: boolean;
  /** With containers (`container.ts`). */
  readonly markdown: string;
}

/** The groups of the menu, in its order. */
const groups = {
  guides: 'Guides',
  reference: 'Reference',
  maintainers: 'For maintainers',
} as const;
export const { maintainers } = groups;

/** The path of what servers show for an address that does not exist. */
export const errorPath = '404';
/** The path of the page that Redoc renders. */
export const referencePath = 'reference';

/** What the site consists of. */
export interface Site {
  readonly pages: readonly Page[];
  /** The page of each schema. */
  readonly schemaPages: ReadonlyMap<string, string>;
  /** The moves that lead to a page of this site. */
  readonly moves: readonly Move[];
}

/** Makes all pages of the site, in the order of the menu. */
export function makePages(sources: Sources): Site {
  const { contract, releases, guides } = sources;
  const schemaParts = schemaGroups(sources);
  const schemaPages = new Map(
    schemaParts.flatMap(({ slug, schemas }) =>
      schemas.map((name) => [name, `schemas/${slug}`] as const),
    ),
  );
  const linksOf = linksFrom(schemaPages);
  const contextOf = (path: string): Context => ({ ...sources, linkTo: linksOf(path) });
  const pages: Page[] = [];

  /** Adds a page, whose title and summary are its heading and its first paragraph. */
  function add(path: string, group: string, markdown: string, more: Partial<Page> = {}): void {
    if (hasPage(pages, path)) {
      const advice = 'rename a tag in openapi/openapi.yaml';
      throw new BuildError(`Two pages would be ${path}.html: ${advice}.`);
    }
    if (!/^\w[\w.-]*(\/\w[\w.-]*)?$/.test(path))
      throw new BuildError(
        `"${path}" cannot be the path of a page: rename what it is called after.`,
      );
    pages.push({ path, group, markdown, ...headOf(markdown), ...more });
  }

  function addGuides(): void {
    const [start, ...others] = [...guides.keys()];
    const operations = operationLists(sources, linksOf('index'));
    const first = guides.get(start!)!.replace(/^::limits$/m, () => limitsIn(contract));
    add('index', groups.guides, blocks(first, operations), { menuTitle: 'Start' });
    for (const name of others.slice(0, -1)) {
      const path = `guides/${name}`;
      add(path, groups.guides, withDiagrams(guides.get(name)!, contextOf(path)));
    }
  }

  function addOperations(): void {
    for (const { operation, tag } of operationsByTag(sources)) {
      const { operationId, summary: title, method, path: url, description } = operation;
      const path = `operations/${operationId}`;
      const markdown = operationPage(contextOf(path), operation, historyOf(operationId, releases));
      const [purpose = ''] = description.split('\n\n');
      const summary = `${method.toUpperCase()} ${url}: ${plainText(purpose)}`;
      const subgroup = tag.replace(/ \(.*\)$/, '');
      add(path, generationNames[generationOf(url)], markdown, {
        title,
        summary,
        operation,
        subgroup,
      });
    }
  }

  function addReference(): void {
    const { reference } = groups;
    const conventions = proseWithHeadings(contract.info.description);
    const about = blocks('# Conventions and provenance', conventions);
    add('about', reference, about);
    const subgroup = 'Schemas';
    const schemas = schemaList(contextOf('schemas'), schemaParts);
    add('schemas', reference, schemas, { menuTitle: 'All schemas', subgroup });
    for (const part of schemaParts) {
      const path = `schemas/${part.slug}`;
      const summary = `The schemas ${part.schemas.join(', ')}.`;
      const more = { menuTitle: part.title, summary, subgroup };
      add(path, reference, schemaPage(contextOf(path), part), more);
    }
    const programs = { subgroup: 'Programs' };
    const client = clientPage(contextOf('client'), sources.client);
    add('client', reference, client, programs);
    for (const command of sources.commands) {
      const path = `commands/${command.name}`;
      add(path, reference, commandPage(contextOf(path), command), programs);
    }
    const behavior = { subgroup: 'Behavior' };
    add('lifecycles', reference, lifecyclesPage(contextOf('lifecycles')), behavior);
    add('workflows', reference, workflowsPage(sources.workflows, linksOf('workflows')), behavior);
    add('changelog', reference, changelogPage(releases), behavior);
  }

  function addForMaintainers(): void {
    const [name] = [...guides.keys()].slice(-1);
    add(`guides/${name}`, maintainers, guides.get(name!)!);
    add('decisions', maintainers, decisionsPage(contextOf('decisions')));
    add('coverage', maintainers, sources.coverage);
  }

  addGuides();
  addOperations();
  addReference();
  addForMaintainers();
  for (const release of releases) {
    const path = `changelog/${release.version}`;
    add(path, '', releasePage(release, contextOf(path)));
  }
  add(errorPath, '', missingPage, { isUnlisted: true });
  // Contracts other than this repository's have none of the pages that the lists name.
  const moves = movesOf(sources, schemaPages).filter(({ to }) => hasPage(pages, to.page));
  return { pages: withMoves(pages, moves), schemaPages, moves };
}

const generationNames = { v1: 'V1', v0: 'Legacy (V0)' } as const;

const missingPage = blocks(
  '# Page not found',
  'There is no page at this address.',
  container('suggestions', {}, 'Perhaps you are looking for one of these:'),
  '[Start](index.md), [Run your first conversation](guides/getting-started.md), [All schemas](schemas.md)',
);

/** The operations in the order of the menu: by generation, then by tag. */
function operationsByTag({ contract, operations }: Sources) {
  const tagged = contract.tags.flatMap(({ name: tag }) =>
    operations.filter(({ tags }) => tags[0] === tag).map((operation) => ({ operation, tag })),
  );
  const listed = new Set(tagged.map(({ operation }) => operation));
  const lost = operations.find((operation) => !listed.has(operation));
  if (lost) {
    const advice = 'Its first tag must be in `tags` of openapi/openapi.yaml';
    throw new BuildError(`The operation ${lost.operationId} has no page. ${advice}.`);
  }
  const isLegacy = ({ operation }: (typeof tagged)[number]) =>
    generationOf(operation.path) !== 'v1';
  return tagged.toSorted((one, other) => Number(isLegacy(one)) - Number(isLegacy(other)));
}

/** What the interface cannot do, as the description of the contract states it. */
function limitsIn({ info }: Contract): string {
  const [, section = ''] = proseWithHeadings(info.description).split(
    '## What this interface cannot do',
  );
  const [limits = ''] = section.split(/^## /m);
  return limits.trim();
}

function hasPage(pages: readonly Page[], path: string): boolean {
  return pages.some((page) => page.path === path);
}

/** Adds links to what has left a page, and pages for those that are gone as a whole. */
export function withMoves(pages: readonly Page[], moves: readonly Move[]): Page[] {
  const elsewhere = moves.filter(({ from, to }) => from.page !== to.page);
  const byPage = Map.groupBy(elsewhere, ({ from }) => from.page);
  const kept = pages.map((page) => {
    const left = byPage.get(page.path);
    return left ? { ...page, markdown: blocks(page.markdown, movedList(left)) } : page;
  });
  const former = [...byPage].filter(([path]) => !hasPage(pages, path) && path !== referencePath);
  const gone = former.map(([path, left]): Page => {
    const title = `Moved: ${path}`;
    const summary = `What was on the page ${path} has moved.`;
    const markdown = blocks(`# ${title}`, movedList(left));
    return { path, title, summary, group: '', isUnlisted: true, markdown };
  });
  return [...kept, ...gone];
}

/** Every operation, by tag. */
function operationLists({ contract, operations }: Sources, linkTo: Context['linkTo']): string {
  const sections = contract.tags.map(({ name, description = '' }) => {
    const own = operations.filter(({ tags }) => tags[0] === name);
    const items = own.map(({ operationId, summary, method, path }) => {
      const call = code(`${method.toUpperCase()} ${path}`);
      return `${link(prose(summary), linkTo('operation', operationId))} ${call}`;
    });
    if (own.length === 0) return '';
    return container(
      'section',
      { id: slugOf(name) },
      `### ${name}`,
      prose(description),
      container('operations', {}, list(items)),
    );
  });
  return blocks('## Operations', ...sections);
}

/** The heading and the first paragraph of a text. */
function headOf(markdown: string): { title: string; summary: string } {
  const [, title = '', summary = ''] = /^# (.+)\n*([^]*?)(?:\n\n|\n*(?![^]))/m.exec(markdown) ?? [];
  return { title: plainText(title), summary: plainText(line(summary)) };
}
