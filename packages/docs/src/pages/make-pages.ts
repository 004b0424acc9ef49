import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import { type Call, calls, type Contract, withoutBundleTexts } from '../contract.ts';
import { linksFrom, type LinkTo } from '../machines/links.ts';
import { operationMarkdown } from '../machines/operation-markdown.ts';
import { schemaPageMarkdown } from '../machines/schema-markdown.ts';
import type { SchemaGroup } from '../machines/schema-groups.ts';
import { schemaUses } from '../machines/schema-uses.ts';
import { plainText, renderMarkdown } from '../markdown/render-markdown.ts';
import { createPropertyLists } from '../redoc/property-lists.ts';
import { toOperation } from '../site/addresses.ts';
import type { Page } from '../site/page.ts';
import type { Sources } from '../sources/read-sources.ts';
import { changelogMarkdown, historyOf, releaseMarkdown } from '../texts/changelog-markdown.ts';
import { decisionsMarkdown } from '../texts/decisions.ts';
import { drawLifecycle } from '../texts/draw-lifecycle.ts';
import { lifecyclesOf, type StateSchema } from '../texts/lifecycle.ts';
import { lifecycleMarkdown } from '../texts/lifecycles.ts';
import { workflowMarkdown } from '../texts/workflows.ts';
import { operationArticle } from './operation.ts';
import { overviewBody, overviewMarkdown } from './overview.ts';
import { samplesMarkdown } from './samples-markdown.ts';
import { schemaSections } from './schemas.ts';

/**
 * Makes all pages of the site.
 *
 * @param schemaAddress the address of a schema; undefined where there is none of that name
 */
export function makePages(
  sources: Sources,
  groups: readonly SchemaGroup[],
  schemaAddress: (name: string) => string | undefined,
): Page[] {
  const { contract, releases, samplesOf } = sources;
  const properties = createPropertyLists(contract, schemaAddress);
  const linksOf = linksFrom(groups);
  const uses = schemaUses(contract);
  const lifecycles = operationLifecycles(contract);

  const operations = calls(contract).map((call): Page => {
    const { operationId, summary } = call.operation;
    const path = `operations/${operationId}`;
    const samples = samplesOf(operationId);
    const history = historyOf(operationId, releases);
    return {
      path,
      title: summary,
      section: 'Operations',
      summary: summaryOf(call),
      markdown: operationMarkdown(contract, call, linksOf(path), [
        ...samplesMarkdown(samples),
        ...(history === '' ? [] : ['## History', history]),
      ]),
      render: async () => [
        await operationArticle(call, {
          contract,
          properties,
          samples,
          history,
          lifecycles: lifecycles.get(operationId) ?? [],
        }),
      ],
    };
  });

  const schemas = groups.map((group): Page => {
    const path = `schemas/${group.slug}`;
    const title = `Schemas: ${group.title}`;
    const parts = {
      contract,
      properties,
      uses,
      linkTo: (name: string) => schemaAddress(name) ?? '',
    };
    return {
      path,
      title,
      section: 'Schemas',
      summary: `What ${group.schemas.join(', ')} consist of.`,
      markdown: schemaPageMarkdown(contract, group, linksOf(path), uses),
      render: async () => [h('h1', title), ...(await schemaSections(group, parts))],
    };
  });

  return [
    overviewPage(sources),
    ...sources.guides.map((guide) => textPage(`guides/${guide.slug}`, 'Guides', guide.markdown)),
    ...operations,
    textPage('schemas', 'Schemas', schemaList(contract, groups, linksOf('schemas'))),
    ...schemas,
    lifecyclePage(contract, linksOf('lifecycles')),
    textPage('workflows', 'More', workflowsText(sources, linksOf('workflows'))),
    textPage(
      'decisions',
      'Decisions',
      decisionsMarkdown(sources.decisions, contract, linksOf('decisions')),
    ),
    textPage('coverage', 'More', sources.coverage),
    textPage('changelog', 'More', changelogMarkdown(releases)),
    ...releases.map((release) => {
      const path = `changelog/${release.version}`;
      return textPage(path, 'Releases', releaseMarkdown(release, contract, linksOf(path)));
    }),
  ];
}

function overviewPage({ contract, guides }: Sources): Page {
  const { title, summary } = contract.info;
  const links = guides.map(({ slug, markdown }) => ({
    path: `guides/${slug}`,
    ...headOf(markdown),
  }));
  return {
    path: 'index',
    title,
    section: 'Start',
    summary,
    markdown: overviewMarkdown(contract, links),
    render: () => overviewBody(contract, links),
  };
}

/** A page that is written as Markdown. */
function textPage(path: string, section: string, markdown: string): Page {
  const render = () => renderMarkdown(markdown, path);
  return { path, section, markdown, ...headOf(markdown), render };
}

function lifecyclePage(contract: Contract, linkTo: LinkTo): Page {
  const states = [...lifecyclesOf(contract)];
  const head = `# Lifecycles

How sandboxes, conversations and tasks change their states, and what makes them do so.`;
  const sections = states.map(([name, schema]) => lifecycleMarkdown(name, schema, linkTo));
  const page = textPage('lifecycles', 'More', [head, ...sections].join('\n\n'));
  return { ...page, render: () => withDrawings(renderMarkdown(page.markdown, page.path), states) };
}

/** Puts each drawing below the heading of its lifecycle. */
function withDrawings(
  body: readonly ElementContent[],
  states: readonly (readonly [string, StateSchema])[],
): ElementContent[] {
  const lifecycles = new Map(states.map(([name, schema]) => [name, schema['x-lifecycle']]));
  return body.flatMap((element) => {
    const name = element.type === 'element' ? String(element.properties['id']) : '';
    const lifecycle = lifecycles.get(name);
    return lifecycle ? [element, drawLifecycle(name, lifecycle, toOperation)] : [element];
  });
}

function workflowsText({ workflows }: Sources, linkTo: LinkTo): string {
  const head = `# Workflows

The ways that programs go from call to call, step by step.`;
  return [head, ...workflows.map((workflow) => workflowMarkdown(workflow, linkTo))].join('\n\n');
}

function schemaList(contract: Contract, groups: readonly SchemaGroup[], linkTo: LinkTo): string {
  const head = `# Schemas

What requests and responses consist of.`;
  const lists = groups.map(({ title, schemas }) => {
    const items = schemas.map((name) => {
      const { description = '' } = withoutBundleTexts({ ...contract.components.schemas[name] });
      return `- [${name}](${linkTo('schema', name)}): ${plainText(description.split('\n\n')[0] ?? '')}`;
    });
    return `## ${title}\n\n${items.join('\n')}`;
  });
  return [head, ...lists].join('\n\n');
}

/** The heading and the first sentence of a text. */
function headOf(markdown: string): { title: string; summary: string } {
  const [, title = '', summary = ''] = /^# (.+)\n+([^\n#][^]*?)(?:\n\n|\n*$)/.exec(markdown) ?? [];
  return { title: plainText(title), summary: plainText(summary) };
}

function summaryOf({ method, path, operation }: Call): string {
  return `${method.toUpperCase()} ${path}: ${plainText(operation.description.split('\n\n')[0] ?? '')}`;
}

/** The schemas of states that each operation changes. */
function operationLifecycles(contract: Contract): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, { 'x-lifecycle': lifecycle }] of lifecyclesOf(contract)) {
    const ids = new Set(lifecycle.transitions.flatMap(({ operation }) => operation ?? []));
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), name]);
  }
  return found;
}
