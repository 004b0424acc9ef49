import { BuildError } from '../sources/read-source.ts';
import type { SearchEntry } from './entry.ts';

/**
 * The text of `scripts/search-index.js`. It holds the entries alone: the reader's browser makes the index
 * of them when the search is first used, since a made one is larger than what it is made of.
 *
 * @throws {BuildError} for an entry without a title or with an address that is not below the site's root
 */
export function buildSearchIndex(entries: readonly SearchEntry[]): string {
  const checked = entries.map((entry, index) => {
    const { kind, title, text, href, context } = entry;
    const reject = (reason: string) =>
      new BuildError(`search entry ${index} (${kind} '${title}', ${href}): ${reason}`);
    if (title.trim() === '') throw reject('the title is empty');
    if (/^(?:[a-z][a-z\d+.-]*:|\/|\.)/i.test(href) || href === '') {
      throw reject('href must be relative to the root of the site, such as decisions.html#D07');
    }
    return { kind, title, text, href, context };
  });
  return `(self.agentConversationDocs??={}).searchEntries=${JSON.stringify(checked)};\n`;
}
