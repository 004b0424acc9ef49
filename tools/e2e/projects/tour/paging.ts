/** Searches that have more than a page. */
import assert from 'node:assert/strict';
import { meet } from './services.ts';

/** Goes through the pages of a search in all the ways that there are. */
export async function goThroughPages(): Promise<void> {
  const { client } = meet();
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) ids.unshift((await client.sandboxes.start()).id);

  const first = await client.sandboxes.search({ limit: 2 });
  assert.deepEqual(
    first.items.map(({ id }) => id),
    ids.slice(0, 2),
  );
  const second = await client.sandboxes.search({ limit: 2, page_id: first.next_page_id! });
  assert.deepEqual(
    second.items.map(({ id }) => id),
    ids.slice(2, 4),
  );

  const all: string[] = [];
  for await (const { id } of client.sandboxes.search({ limit: 2 })) all.push(id);
  assert.deepEqual(all, ids);

  const sizes: number[] = [];
  for await (const { items } of client.sandboxes.search({ limit: 2 }).byPage()) {
    sizes.push(items.length);
  }
  assert.deepEqual(sizes, [2, 2, 1]);

  const specs: string[] = [];
  for await (const { id } of client.sandboxSpecs.search()) specs.push(id);
  assert.notEqual(specs.length, 0);
}
