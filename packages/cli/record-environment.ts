/**
 * The task `environment`: records for turbo what results depend on beside files, the browser of this machine and the
 * day on which approvals are valid.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { repository } from './process.ts';

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const folders = (process.env['PATH'] ?? '').split(delimiter);
const browser = browsers.flatMap((name) => folders.map((it) => join(it, name))).find(existsSync);
const day = new Date().toISOString().slice(0, 10);
const text = `${day}\n${browser ?? 'no browser'}\n`;
// In a worktree of git, turbo has its own folder elsewhere.
mkdirSync(join(repository, '.turbo'), { recursive: true });
writeFileSync(join(repository, '.turbo/environment.txt'), text);
