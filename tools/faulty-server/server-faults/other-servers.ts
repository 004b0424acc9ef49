import type { ServerFault } from './fault.ts';

const home = '<!doctype html><html><head><title>Welcome</title></head><body>Welcome.</body></html>';

/** Servers of another kind, at an address that was mistaken for one of the service. */
export const otherServers: readonly ServerFault[] = [
  other('site', 'a site of HTML, with its home page for every path', 200, 'text/html', home),
  other('other-404', 'another API, which knows no path', 404, 'application/json', '{"code":5}'),
  other('other-200', 'another API, which answers everything', 200, 'application/json', '{"ok":1}'),
];

function other(id: string, title: string, status: number, type: string, body: string): ServerFault {
  const headers = new Headers({ 'Content-Type': type });
  return {
    id,
    title,
    begin: () => ({ instead: () => ({ status, headers, body: Buffer.from(body) }) }),
  };
}
