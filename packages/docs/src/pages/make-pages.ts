/** All pages of the site. */
import { type ContractOperation, secretNamesIn } from '@agent-conversation/contract';
import { slug as slugOf } from 'github-slugger';
import { BuildError } from '../build-error.ts';
import { type Content, heading, item, markdownOf, within } from '../content.ts';
import { plainText } from '../html/render.ts';
import { blocks, code, link } from '../markdown-text.ts';
import type { Sources } from '../sources.ts';
import { changelogPage, historyOf, releasePage } from './changelog.ts';
import { decisionsPage } from './decisions.ts';
import { lifecyclesPage, withDiagrams } from './lifecycles.ts';
import { type Context, linksFrom } from './links.ts';
import { type Move, movedList, movesOf } from './moves.ts';
import { operationPage } from './operation.ts';
import { schemaGroups, schemaList, schemaPage, usesOf } from './schemas.ts';
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
  /** The title in the menu, if it is another one. */
  readonly menuTitle?: string;
  readonly operation?: ContractOperation;
  /** Whether it is for readers who follow a wrong or a former address alone. */
  readonly isUnlisted?: boolean;
  readonly contents: readonly Content[];
}

export const maintainers = 'For maintainers';
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
  const { contract, operations, releases, guides } = sources;
  const groups = schemaGroups(sources);
  const schemaPages = new Map(
    groups.flatMap(({ slug, schemas }) => schemas.map((it) => [it, `schemas/${slug}`] as const)),
  );
  const linksOf = linksFrom(schemaPages);
  const secrets = secretNamesIn(contract);
  const contextOf = (path: string): Context => ({ ...sources, secrets, linkTo: linksOf(path) });
  const uses = usesOf(sources);
  const pages: Page[] = [];
  /** Adds a page, whose title and summary are its heading and its first paragraph. */
  const add = (
    path: string,
    group: string,
    contents: readonly Content[],
    more: Partial<Page> = {},
  ) => {
    if (pages.some((it) => it.path === path))
      throw new BuildError(
        `Two pages would be ${path}.html: rename a tag in openapi/openapi.yaml.`,
      );
    pages.push({ path, group, contents, ...headOf(markdownOf(contents.slice(0, 1))), ...more });
  };

  const readers = [...guides.keys()].slice(1, -1);
  const startPage = [guides.get('index')!, ...operationLists(sources, linksOf('index'))];
  add('index', 'Guides', startPage, { menuTitle: 'Start' });
  for (const name of readers)
    add(`guides/${name}`, 'Guides', [withDiagrams(guides.get(name)!, contract)]);
  const about = blocks('# Conventions and provenance', contract.info.description);
  add('about', 'Guides', [about]);
  for (const { name: tag } of contract.tags) {
    for (const operation of operations.filter(({ tags }) => tags[0] === tag)) {
      const { operationId, summary: title, method, path: url, description } = operation;
      const path = `operations/${operationId}`;
      const history = historyOf(operationId, releases);
      const contents = operationPage(contextOf(path), operation, history);
      const summary = `${method.toUpperCase()} ${url}: ${plainText(description.split('\n\n')[0]!)}`;
      add(path, tag, contents, { title, summary, operation });
    }
  }
  const schemas = schemaList(contextOf('schemas'), groups);
  add('schemas', 'Schemas', [schemas], { menuTitle: 'All schemas' });
  for (const group of groups) {
    const path = `schemas/${group.slug}`;
    const more = { menuTitle: group.title, summary: `The schemas ${group.schemas.join(', ')}.` };
    add(path, 'Schemas', schemaPage(contextOf(path), group, uses), more);
  }
  add('lifecycles', 'More', [lifecyclesPage(contextOf('lifecycles'))]);
  add('workflows', 'More', workflowsPage(sources.workflows, linksOf('workflows')));
  add('changelog', 'More', [changelogPage(releases)]);
  add('guides/changing-the-contract', maintainers, [guides.get('changing-the-contract')!]);
  add('decisions', maintainers, decisionsPage(contextOf('decisions')));
  add('coverage', maintainers, [sources.coverage]);
  for (const release of releases) {
    const path = `changelog/${release.version}`;
    add(path, '', [releasePage(release, contextOf(path))]);
  }
  const missing =
    '# Page not found\n\nThere is no page at this address. Use the search or the menu.';
  add(errorPath, '', [missing], { isUnlisted: true });
  // Contracts other than this repository's have none of the pages that the lists name.
  const moves = movesOf(sources, schemaPages).filter(({ to }) => hasPage(pages, to.page));
  return { pages: withMoves(pages, moves), schemaPages, moves };
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
    return left ? { ...page, contents: [...page.contents, movedList(left)] } : page;
  });
  const former = [...byPage].filter(([path]) => !hasPage(pages, path) && path !== referencePath);
  const gone = former.map(([path, left]): Page => {
    const title = `Moved: ${path}`;
    const summary = `What was on the page ${path} has moved.`;
    const contents = [`# ${title}`, movedList(left)];
    return { path, title, summary, group: '', isUnlisted: true, contents };
  });
  return [...kept, ...gone];
}

/** Every operation, by tag. */
function operationLists({ contract, operations }: Sources, linkTo: Context['linkTo']): Content[] {
  const sections = contract.tags.flatMap(({ name, description = '' }): Content[] => {
    const own = operations.filter(({ tags }) => tags[0] === name);
    const items = own.map(({ operationId: id, summary, method, path }) => {
      const call = code(`${method.toUpperCase()} ${path}`);
      return item(id, `${link(summary, linkTo('operation', id))} ${call}`);
    });
    if (own.length === 0) return [];
    return [
      heading(3, name, slugOf(name)),
      description.trim(),
      within('ul.operations', {}, ...items),
    ];
  });
  const facts = [
    '[changelog](changelog.md)',
    '[OpenAPI document](openapi.yaml)',
    '[full reference](reference.html)',
  ];
  const footer = `Version ${contract.info.version}: ${facts.join(', ')}.`;
  return ['## Operations', ...sections, within('div.muted', {}, footer)];
}

/** The heading and the first paragraph of a text. */
function headOf(markdown: string): { title: string; summary: string } {
  const [, title = '', summary = ''] = /^# (.+)\n*([^]*?)(?:\n\n|\n*$)/.exec(markdown) ?? [];
  return { title: plainText(title), summary: plainText(summary) };
}
