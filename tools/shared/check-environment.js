// Runs before npm scripts, with any version of Node.js: fails if it is older than the repository needs, or if the
// dependencies are not installed.
import { existsSync, readFileSync } from 'node:fs';

const manifest = new URL('../../package.json', import.meta.url);
const { engines } = JSON.parse(readFileSync(manifest, 'utf8'));
const [major, minor, ownMajor, ownMinor] = [
  engines.node,
  process.versions.node,
].flatMap((text) => text.match(/\d+/g).map(Number).slice(0, 2));
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(
    `Node.js ${major}.${minor} or newer is required, this is ${process.versions.node}. ` +
      'Install it (.node-version has the version to use), then run `npm ci` again.',
  );
  process.exitCode = 1;
} else if (
  !existsSync(new URL('../../node_modules/.package-lock.json', import.meta.url))
) {
  console.error('The dependencies are not installed: run `npm ci`.');
  process.exitCode = 1;
}
