// Exits with an error if this Node.js is older than the repository needs. Runs before `npm start`, `npm run build`,
// `npm test` and `npm run check`, so it must be readable for old versions.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const [major = 0, minor = 0] = engines.node.match(/\d+/g).map(Number);
const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(
    `Node.js ${major}.${minor} or newer is required, this is ${process.versions.node}. ` +
      'Install it (.node-version has the version to use), then run `npm ci` again.',
  );
  process.exitCode = 1;
}
