/** Keeps the document while the reader goes from page to page, and with it what is in memory alone. */
import { atRoot, html, shared } from './dom.ts';

/** The only file of the site in HTML that cannot replace the content of a page. */
const reference = 'reference.html';

/** Whether the document can be kept. Pages from a disk cannot be fetched. */
export const canKeepDocument =
  'navigation' in globalThis && location.protocol.startsWith('http');

/** Makes links to pages of the site replace the content of the document from now on. */
export function keepDocument(): void {
  if (shared.keepsDocument || !canKeepDocument) return;
  shared.keepsDocument = true;
  const root = new URL(atRoot(''), location.href).href;
  // The header stays: what is relative in it would lead elsewhere.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.top a'))
    link.setAttribute('href', link.href);
  navigation.addEventListener('navigate', (event) => {
    if (!leadsToPage(event, root)) return;
    const { signal, destination } = event;
    event.intercept({
      async handler() {
        try {
          await showPage(destination.url, signal);
        } catch {
          if (!signal.aborted) location.reload();
        }
      },
    });
  });
}

/** Whether a navigation leads to another page of the site, which can replace the content of this one. */
function leadsToPage(event: NavigateEvent, root: string): boolean {
  const { url } = event.destination;
  const [address] = url.split('#') as [string];
  const isPage = address.startsWith(root) && /(\.html|\/)$/.test(address);
  const isDownload = event.downloadRequest !== null;
  const isReload = event.navigationType === 'reload';
  if (!isPage || address === root + reference) return false;
  return event.canIntercept && !event.hashChange && !isDownload && !isReload;
}

/** Shows another page in this document. @throws {Error} if it is not a page of the site */
async function showPage(url: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { signal });
  const text = await response.text();
  const page = new DOMParser().parseFromString(text, 'text/html');
  const { dataset } = page.documentElement;
  if (dataset['page'] === undefined)
    throw new Error(`${url} is not a page of the site`);
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  for (const note of document.querySelectorAll('.note')) note.remove();
  document.title = page.title;
  Object.assign(html.dataset, dataset);
  for (const selector of ['link[rel=alternate]', '#menu', 'main'])
    document
      .querySelector(selector)!
      .replaceWith(page.querySelector(selector)!);
  document.body.append(...page.querySelectorAll('.note'));
  shared.startPage!();
}
