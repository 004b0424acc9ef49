/** All pages of the site. */
import { dirname, join } from 'node:path/posix';
import {
  type ContractOperation,
  generationOf,
} from '@agent-conversation/contract';
import { slug as slugOf } from 'github-slugger';
import { BuildError } from '../build-error.ts';
import {
  blocks,
  code,
  line,
  link,
  list,
} from '@agent-conversation/cli/markdown';
import { container } from '../container.ts';
import type { Sources } from '../sources/sources.ts';
import { changelogPage, historyOf, releasePage } from './changelog.ts';
import { clientPage } from './client.ts';
import { commandPage } from './commands.ts';
import { decisionsPage } from './decisions.ts';
import { lifecyclesOf, lifecyclesPage, withDiagrams } from './lifecycles.ts';
import { type Context, linksFrom } from './links.ts';
import { type Move, movedList, movesOf } from './moves.ts';
import { operationPage } from './operation.ts';
import { plainText } from './plain-text.ts';
import { prose, proseWithHeadings } from './prose.ts';
import { schemaGroups, schemaList, schemaPage } from './schemas.ts';
import { serverList } from './servers.ts';
import { workflowsOf, workflowsPage } from './workflows.ts';

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

const validPath = /^\w[\w.-]*(\/\w[\w.-]*)?$/;

/** Makes all pages of the site, in the order of the menu. */
export function makePages(sources: Sources): Site {
  const { releases, guides } = sources;
  const parts = schemaGroups(sources);
  const schemaPages = new Map<string, string>();
  for (const { slug, schemas } of parts) {
    for (const name of schemas) schemaPages.set(name, `schemas/${slug}`);
  }
  const pages: Page[] = [];

  /** Adds a page, whose title and summary are its heading and its first paragraph. */
  function add(
    path: string,
    group: string,
    write: (context: Context) => string,
    more: Partial<Page> = {},
  ): void {
    if (hasPage(pages, path)) {
      const advice = 'rename a tag in openapi/openapi.yaml';
      throw new BuildError(`Two pages would be ${path}.html: ${advice}.`);
    }
    if (!validPath.test(path)) {
      const advice = 'rename what it is called after';
      throw new BuildError(
        `"${path}" cannot be the path of a page: ${advice}.`,
      );
    }
    const linkTo = linksFrom(path, schemaPages);
    const markdown = write({ ...sources, linkTo });
    const head = headOf(markdown);
    pages.push({ path, group, markdown, ...head, ...more });
  }

  const { reference } = groups;
  const [start = '', ...names] = guides.keys();
  const forMaintainers = names.pop()!;
  const startGuide = guides.get(start)!;
  const ofStart = { menuTitle: 'Start' };
  add(
    'index',
    groups.guides,
    (context) => startPage(context, startGuide),
    ofStart,
  );
  for (const name of names) {
    const guide = guides.get(name)!;
    add(`guides/${name}`, groups.guides, (context) =>
      withDiagrams(guide, context),
    );
  }

  for (const operation of operationsByTag(sources)) {
    const {
      operationId,
      tags,
      summary: title,
      method,
      path,
      description,
    } = operation;
    const history = historyOf(operationId, releases);
    const [purpose = ''] = description.split('\n\n');
    add(
      `operations/${operationId}`,
      generationNames[generationOf(path)],
      (context) => operationPage(context, operation, history),
      {
        title,
        summary: `${method.toUpperCase()} ${path}: ${plainText(purpose)}`,
        operation,
        subgroup: tags[0]!.replace(/ \(.*\)$/, ''),
      },
    );
  }

  add('about', reference, aboutPage);
  const ofSchemas = { subgroup: 'Schemas' };
  add('schemas', reference, (context) => schemaList(context, parts), {
    ...ofSchemas,
    menuTitle: 'All schemas',
  });
  for (const part of parts) {
    add(
      `schemas/${part.slug}`,
      reference,
      (context) => schemaPage(context, part),
      {
        ...ofSchemas,
        menuTitle: part.title,
        summary: `The schemas ${part.schemas.join(', ')}.`,
      },
    );
  }
  const ofPrograms = { subgroup: 'Programs' };
  add(
    'client',
    reference,
    (context) => clientPage(context, sources.client),
    ofPrograms,
  );
  for (const command of sources.commands) {
    const path = `commands/${command.name}`;
    add(
      path,
      reference,
      (context) => commandPage(context, command),
      ofPrograms,
    );
  }
  const ofBehavior = { subgroup: 'Behavior' };
  const hasLifecycles = lifecyclesOf(sources.contract).size > 0;
  if (hasLifecycles) add('lifecycles', reference, lifecyclesPage, ofBehavior);
  const hasWorkflows = workflowsOf(sources).length > 0;
  if (hasWorkflows) add('workflows', reference, workflowsPage, ofBehavior);
  add('changelog', reference, () => changelogPage(releases), ofBehavior);

  add(`guides/${forMaintainers}`, maintainers, () =>
    guides.get(forMaintainers)!,
  );
  add('decisions', maintainers, decisionsPage);
  const isCovered = sources.operations.some(({ operationId }) => {
    return sources.coverage.includes(`(operations/${operationId}.md)`);
  });
  if (isCovered) add('coverage', maintainers, () => sources.coverage);

  for (const release of releases) {
    add(`changelog/${release.version}`, '', (context) =>
      releasePage(release, context),
    );
  }
  add(errorPath, '', () => missingPage, { isUnlisted: true });
  // Contracts other than this repository's have none of the pages that the lists name.
  const allMoves = movesOf(sources, schemaPages);
  const moves = allMoves.filter(({ to }) => hasPage(pages, to.page));
  return {
    pages: withoutDeadLinks(withMoves(pages, moves)),
    schemaPages,
    moves,
  };
}

const generationNames = {
  v1: 'V1',
  v0: 'Legacy (V0)',
} as const;

const missingPage = blocks(
  '# Page not found',
  'There is no page at this address.',
  container('suggestions', {}, 'Perhaps you are looking for one of these:'),
  '[Start](index.md), [Run your first conversation](guides/getting-started.md), [All schemas](schemas.md)',
);

/** The operations in the order of the menu: by generation, then by tag. */
function operationsByTag({
  contract,
  operations,
}: Sources): ContractOperation[] {
  const tags = contract.tags.map(({ name }) => name);
  const byTag = tags.flatMap((tag) => {
    return operations.filter((operation) => operation.tags[0] === tag);
  });
  const byGeneration = Map.groupBy(byTag, ({ path }) => generationOf(path));
  const { v1 = [], v0 = [] } = Object.fromEntries(byGeneration);
  return [...v1, ...v0];
}

/** The guide for a start with every operation, and with what the interface cannot do. */
function startPage(context: Context, guide: string): string {
  const { limits } = conventions(context);
  const start = guide.replace(/^::limits$/m, () => limits);
  return blocks(start, operationLists(context));
}

const limitsHeading = '## What this interface cannot do';

/** The description of the contract, in three parts: what the interface cannot do, and what is above and below it. */
function conventions({ contract }: Context) {
  const text = proseWithHeadings(contract.info.description);
  const [above = '', section = ''] = text.split(limitsHeading);
  const [limits = '', ...others] = section.split(/^(?=## )/m);
  return { above, limits: limits.trim(), below: others.join('') };
}

function aboutPage(context: Context): string {
  const { above, limits, below } = conventions(context);
  const servers = serverList(context.contract);
  return blocks(
    '# Conventions and provenance',
    above,
    // The file with all pages has it on the start page.
    limits ? container('more', {}, limitsHeading, limits) : '',
    below,
    servers && '## Servers',
    servers,
  );
}

function hasPage(pages: readonly Page[], path: string): boolean {
  return pages.some((page) => page.path === path);
}

/** Adds links to what has left a page, and pages for those that are gone as a whole. */
export function withMoves(
  pages: readonly Page[],
  moves: readonly Move[],
): Page[] {
  const elsewhere = moves.filter(({ from, to }) => from.page !== to.page);
  const byPage = Map.groupBy(elsewhere, ({ from }) => from.page);
  const result = pages.map((page) => {
    const left = byPage.get(page.path) ?? [];
    const markdown = blocks(page.markdown, movedList(left));
    return { ...page, markdown };
  });
  for (const [path, left] of byPage) {
    if (hasPage(pages, path) || path === referencePath) continue;
    const title = `Moved: ${path}`;
    result.push({
      path,
      title,
      summary: `What was on the page ${path} has moved.`,
      group: '',
      isUnlisted: true,
      markdown: blocks(`# ${title}`, movedList(left)),
    });
  }
  return result;
}

const pageLink = /\[((?:\\.|[^\]\\])*)\]\(([^()#:\s]+)\.md(?:#[^()\s]*)?\)/g;

/** Makes texts of links to pages that there are not: guides name operations of this repository's contract. */
function withoutDeadLinks(pages: readonly Page[]): Page[] {
  return pages.map((page) => {
    const folder = dirname(page.path);
    const markdown = page.markdown.replaceAll(
      pageLink,
      (found, text: string, target: string) => {
        const path = join(folder, target);
        return hasPage(pages, path) ? found : text;
      },
    );
    return { ...page, markdown };
  });
}

/** Every operation, by tag. */
function operationLists({ contract, operations, linkTo }: Context): string {
  const sections = contract.tags.map(({ name, description = '' }) => {
    const ofTag = operations.filter(({ tags }) => tags[0] === name);
    if (ofTag.length === 0) return '';
    const items = ofTag.map(({ operationId, summary, method, path }) => {
      const call = code(`${method.toUpperCase()} ${path}`);
      const target = linkTo('operation', operationId);
      return `${link(prose(summary), target)} ${call}`;
    });
    return container(
      'section',
      { id: slugOf(name) },
      `### ${line(prose(name))}`,
      prose(description),
      container('operations', {}, list(items)),
    );
  });
  return blocks('## Operations', ...sections);
}

/** The heading and the first paragraph of a text. */
function headOf(markdown: string): { title: string; summary: string } {
  const [, text = ''] = markdown.split(/^# /m);
  const [title = '', ...others] = text.split('\n');
  const content = others.join('\n').trim();
  const [summary = ''] = content.split('\n\n');
  return {
    title: plainText(title),
    summary: plainText(line(summary)),
  };
}
