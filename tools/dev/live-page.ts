/** What stands in for the docs until they are built for the first time. */
export const waitingPage =
  '<!doctype html><html lang="en"><head><title>Building</title></head>' +
  '<body><p>The docs are being built.</p></body></html>';

/**
 * A page that loads itself again after each build and shows why a build has failed. The policy of the
 * page is taken off, because it allows no connection, not even to this server.
 */
export function livePage(page: string): string {
  const policy = /<meta http-equiv="Content-Security-Policy"[^>]*>/i;
  const script = `<script>(${follow.toString()})()</script>`;
  return page.replace(policy, '').replace(/<\/body>(?![\s\S]*<\/body>)/i, () => `${script}</body>`);
}

/** Runs in the browser. */
function follow(): void {
  const browser = globalThis as unknown as {
    document: {
      body: { append(node: object): void };
      createElement(name: string): {
        textContent: string;
        style: { cssText: string };
        remove(): void;
      };
    };
    location: { reload(): void };
    EventSource: new (url: string) => {
      addEventListener(type: string, listener: (event: { data: string }) => void): void;
    };
  };
  const notice = browser.document.createElement('pre');
  notice.style.cssText =
    'position:fixed;inset:auto 0 0 0;z-index:9999;margin:0;padding:1rem;max-height:60vh;overflow:auto;' +
    'white-space:pre-wrap;font:14px/1.5 monospace;background:#5c0f14;color:#fff';
  const events = new browser.EventSource('/_live');
  events.addEventListener('built', () => browser.location.reload());
  events.addEventListener('failed', ({ data }) => {
    notice.textContent = `This does not pass; the page may be older than the contract.\n\n${data}`;
    browser.document.body.append(notice);
  });
}
