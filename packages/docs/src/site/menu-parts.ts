import { calls, type Contract } from '../contract.ts';
import { slugOf } from '../machines/schema-groups.ts';
import { toPage } from './addresses.ts';
import type { MenuPart } from './menu.ts';
import type { Page } from './page.ts';

/** The parts of the menu: guides, operations by tag, schemas, and the rest. */
export function menuParts(contract: Contract, pages: readonly Page[]): MenuPart[] {
  const bySection = Map.groupBy(pages, ({ section }) => section);
  const pagesOf = (...sections: string[]) => sections.flatMap((name) => bySection.get(name) ?? []);
  const byTag = Map.groupBy(calls(contract), ({ operation }) => operation.tags[0]);
  const schemas = pagesOf('Schemas').map(({ path, title }) => ({
    path,
    title: path === 'schemas' ? 'All schemas' : title.replace('Schemas: ', ''),
  }));
  return [
    { title: 'Start', pages: [{ path: 'index', title: 'Overview' }, ...pagesOf('Guides')] },
    ...contract.tags.map(({ name }) => ({
      title: name,
      ofContract: true,
      href: `${toPage('index')}#${slugOf(name)}`,
      pages: (byTag.get(name) ?? []).map(({ method, operation }) => ({
        path: `operations/${operation.operationId}`,
        title: operation.summary,
        method,
      })),
    })),
    { title: 'Schemas', ofContract: true, pages: schemas },
    { title: 'More', pages: pagesOf('More', 'Decisions') },
  ];
}
