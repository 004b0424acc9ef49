/** Editions for tests: folders that look installed, whose Python is a script of Node.js. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the service does in place of the real one. */
export type Behavior = keyof typeof behaviors;

const listening = `
const { createServer } = require('node:http');
const { spawn } = require('node:child_process');
const key = process.env.SESSION_API_KEY;
const sandboxes = [];

function startSandbox() {
  const port = Number(process.env.OH_SANDBOX_BASE_PORT) + sandboxes.length;
  const program = ['--eval', 'setInterval(() => {}, 1000)', '--'];
  const args = [...program, '-m', 'openhands.agent_server', '--port', String(port)];
  const child = spawn(process.execPath, args, { detached: true, stdio: 'ignore' });
  sandboxes.push({ id: 'sandbox' + sandboxes.length, pid: child.pid });
  return sandboxes.at(-1);
}

createServer((request, response) => {
  const path = request.url.split('?')[0];
  const isKnown = request.headers['x-session-api-key'] === key;
  if (!isKnown) response.writeHead(401).end();
  else if (path === '/api/v1/sandboxes' && request.method === 'POST') response.end(JSON.stringify(startSandbox()));
  else if (path === '/api/v1/sandboxes/search') response.end(JSON.stringify({ items: sandboxes }));
  else if (request.method === 'DELETE') {
    sandboxes.splice(sandboxes.findIndex(({ id }) => path.endsWith('/' + id)), 1);
    response.end('{}');
  }
  else if (path === '/api/settings') response.end('{}');
  else if (path === '/ports') response.end(JSON.stringify({ sandboxPort: Number(process.env.OH_SANDBOX_BASE_PORT) }));
  else if (path === '/end') process.exit(7);
  else response.writeHead(404).end('{}');
}).listen(Number(process.env.EDITION_PORT), '127.0.0.1');
process.stdin.resume().on('end', () => process.exit());
`;

const behaviors = {
  listening,
  ending: `
console.error('Loading');
console.error('api_key=' + 'sk-abcdefghijkl' + ' and ' + process.env.SESSION_API_KEY);
console.error('The port is wrong');
process.exit(3);
`,
  silent: 'setInterval(() => {}, 1000);',
  failing: listening
    .replace("path === '/api/settings'", 'false')
    .replace('404', '500'),
} as const;

/** Writes an edition into a folder of editions. */
export function addEdition(
  cache: string,
  version: string,
  behavior: Behavior,
): void {
  const folder = join(cache, version);
  const program = join(folder, 'venv/bin/python');
  mkdirSync(join(folder, 'venv/bin'), { recursive: true });
  const script = join(folder, 'service.cjs');
  writeFileSync(script, behaviors[behavior]);
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${script}'\n`);
  chmodSync(program, 0o755);
}
