/// <reference lib="dom" />
// Runs in every page that `npm start` serves.

const build = new URL(import.meta.url).searchParams.get('build');
const notice = document.createElement('pre');
notice.id = 'live-notice';
notice.tabIndex = 0;
notice.setAttribute('role', 'alert');
// The policy forbids style attributes in the markup, and allows a script to set them.
notice.style.cssText =
  'position:fixed;inset:auto 0 0 0;z-index:9999;margin:0;padding:1rem;max-height:60vh;overflow:auto;' +
  'white-space:pre-wrap;font:14px/1.5 monospace;background:#5c0f14;color:#fff';

/** @type {EventSource | undefined} */
let events;

/** Listens while somebody looks: a browser has few connections to a host, and there may be many tabs. */
function followWhileVisible() {
  events?.close();
  if (document.hidden) return;
  events = new EventSource(`/_live?build=${build}`);
  // The browser keeps the scroll position on a reload.
  events.addEventListener('built', () => location.reload());
  events.addEventListener('failed', ({ data }) => {
    notice.textContent = `This does not pass; the page may be older than the contract.\n\n${data}`;
    document.body.append(notice);
  });
}

document.addEventListener('visibilitychange', followWhileVisible);
followWhileVisible();
