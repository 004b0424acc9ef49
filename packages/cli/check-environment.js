// Runs before npm scripts, with any version of Node.js: fails if it is older than the repository needs, and records for
// turbo what results depend on beside files: the browser, and the day on which approvals are valid.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [major, minor, ownMajor, ownMinor] = [engines.node, process.versions.node].flatMap((text) =>
  text.match(/\d+/g).map(Number).slice(0, 2),
);
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(
    `Node.js ${major}.${minor} or newer is required, this is ${process.versions.node}. ` +
      'Install it (.node-version has the version to use), then run `npm ci` again.',
  );
  process.exitCode = 1;
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const folders = (process.env['PATH'] ?? '').split(delimiter);
const browser = names.flatMap((name) => folders.map((it) => join(it, name))).find(existsSync);
mkdirSync(join(root, '.turbo'), { recursive: true });
const day = new Date().toISOString().slice(0, 10);
writeFileSync(join(root, '.turbo/environment.txt'), `${day}\n${browser ?? 'no browser'}\n`);
