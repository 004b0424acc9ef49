import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { type Call, calls, type Contract } from '../contract.ts';
import { slugOf } from '../machines/schema-groups.ts';
import { anchor } from '../markdown/heading-ids.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { toFile, toOperation, toPage } from '../site/addresses.ts';

/** The first page: what the service is, every operation, and where to go on. */
export function overviewBody(contract: Contract, guides: readonly Guide[]): ElementContent[] {
  const { title, version, summary, description } = contract.info;
  const byTag = callsByTag(contract);
  return [
    h('h1', title),
    h('p.lead', summary),
    h('p.version', [
      `Version ${version} · `,
      h('a', { href: toPage('changelog') }, 'what has changed'),
      ' · ',
      h('a', { href: toFile('openapi.yaml') }, 'the contract'),
    ]),
    h('ul.cards', guides.map(guideCard)),
    ...contract.tags.flatMap((tag) => tagSection(tag, byTag.get(tag.name) ?? [])),
    ...renderMarkdown(description),
  ];
}

/** The first page, for readers of Markdown. */
export function overviewMarkdown(contract: Contract, guides: readonly Guide[]): string {
  const { title, version, summary, description } = contract.info;
  const byTag = callsByTag(contract);
  return [
    `# ${title}`,
    summary,
    `Version ${version} · [what has changed](changelog.md) · [the contract](openapi.yaml)`,
    '## Guides',
    guides.map((guide) => `- [${guide.title}](${guide.path}.md): ${guide.summary}`).join('\n'),
    ...contract.tags.flatMap((tag) => [
      `## ${tag.name}`,
      tag.description?.trim() ?? '',
      (byTag.get(tag.name) ?? []).map(operationItem).join('\n'),
    ]),
    description.trim(),
    '',
  ].join('\n\n');
}

function operationItem({ path, method, operation }: Call): string {
  const { operationId, summary } = operation;
  return `- [${summary}](operations/${operationId}.md): \`${method.toUpperCase()} ${path}\``;
}

function callsByTag(contract: Contract): Map<string | undefined, Call[]> {
  return Map.groupBy(calls(contract), ({ operation }) => operation.tags[0]);
}

type Tag = Contract['tags'][number];

/** A guide as the first page shows it. */
export interface Guide {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
}

function guideCard({ path, title, summary }: Guide): Element {
  return h('li', h('a', { href: toPage(path) }, [h('strong', title), h('span', summary)]));
}

function tagSection({ name, description = '' }: Tag, own: readonly Call[]): Element[] {
  if (own.length === 0) return [];
  const id = slugOf(name);
  return [
    h('section.tag', { id, ariaLabelledBy: `${id}-heading` }, [
      h('h2', { id: `${id}-heading` }, [name, anchor(id, name)]),
      ...renderMarkdown(description),
      h('ul.operations', own.map(operationRow)),
    ]),
  ];
}

function operationRow({ path, method, operation }: Call): Element {
  const { operationId, summary } = operation;
  return h('li', { id: operationId }, [
    h('a', { href: toOperation(operationId) }, summary),
    h('span.endpoint', [
      h('span', { class: ['method', method] }, method.toUpperCase()),
      ' ',
      h('code', path),
    ]),
  ]);
}
