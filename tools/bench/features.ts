/** What the docs and others offer: each cell of the table is the result of a check in the browser. */
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serveStatic } from '@hono/node-server/serve-static';
import { createMock } from '@agent-conversation/mock';
import { findBrowser } from '@agent-conversation/cli/browser';
import { howToInstall, visit } from '@agent-conversation/testing/browser';
import { Hono } from 'hono';
import type { Locator, Page, Route } from 'playwright-core';
import { buildSite } from './docs.ts';
import type { Plan, Result } from './results.ts';
import { pauseSandbox, type SiteId, sites, startAppConversation } from './sites.ts';

/** A site that is open at pauseSandbox, in a context of its own. */
interface Opened {
  readonly id: SiteId;
  readonly page: Page;
  readonly section: Locator;
  /** The folder of all sites. */
  readonly folder: string;
  /** What the mock has received from `pauseSandbox`, and the body that it responds with, instead of its own. */
  readonly mock: { url?: string; key?: string | undefined; body?: string };
}

const ids = ['ours', 'Redoc', 'Scalar', 'Swagger UI'] as const;
const description = /^(Pauses a sandbox|Starts a conversation)/;

/** Enters an API key and `sbx-edited` into the console, and sends the request. */
const consoles: Readonly<Record<SiteId, (opened: Opened) => Promise<void>>> = {
  async ours({ page }) {
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('textbox', { name: 'API key' }).fill('entered-key');
    await page.getByRole('combobox', { name: 'sandbox_id' }).fill('sbx-edited');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  },
  async Redoc({ page }) {
    const buttons = page.getByRole('button', { name: /\b(try|test|send|execute|run)\b/i });
    if ((await buttons.count()) > 0) throw new Error('There is a console: it must be used here');
  },
  async Scalar({ page, section }) {
    await section.getByRole('button', { name: 'Test Request' }).click();
    const client = page.getByRole('dialog');
    await client.getByRole('textbox', { name: 'Value' }).first().fill('entered-key');
    await client.getByRole('row').getByText('sbx-4kq7m2xw').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('sbx-edited');
    await client.getByRole('button', { name: 'Send post request' }).first().click();
  },
  async 'Swagger UI'({ page, section }) {
    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    await page.getByRole('textbox', { name: 'Value:' }).fill('entered-key');
    await page.getByRole('button', { name: 'Apply credentials' }).click();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await section.getByRole('button', { name: 'Try it out' }).click();
    await section.getByPlaceholder('sandbox_id').fill('sbx-edited');
    await section.getByRole('button', { name: 'Execute' }).click();
  },
};

/** What follows the address of startAppConversation in that of its property `pr_number`. */
const anchors: Partial<Record<SiteId, string>> = {
  ours: '#startAppConversation.body.pr_number',
  Redoc: '#app-conversations/startappconversation/t=request&path=pr_number',
  Scalar: '.body.pr_number',
};

/** How each feature is checked: in words, and by a function. */
const features: Readonly<Record<string, readonly [string, (it: Opened) => Promise<boolean>]>> = {
  'Base URL of an operation': [
    'The operation shows its URL with scheme and host, at once or after a click on its path.',
    async ({ page, section }) => {
      const path = section.getByRole('button', { name: `POST ${pauseSandbox.path}`, exact: true });
      if (await path.isVisible()) await path.click();
      return appears(page.getByText(/http:\/\/localhost:3000\/api\S+pause$/));
    },
  ],
  'Entry of the API key': [
    'A key that is entered in the page is in the header of the request that the mock receives.',
    async (opened) => (await send(opened)).key === 'entered-key',
  ],
  'Editable console': [
    'A changed `sandbox_id` is in the URL that the mock receives, and the page adds the status 404 of its response.',
    async (opened) =>
      (await adds(opened, /\b404\b/)) && opened.mock.url!.endsWith('/sandboxes/sbx-edited/pause'),
  ],
  'Verdict on a response': [
    'A response that breaks the contract is reported as such.',
    (opened) => {
      opened.mock.body = '{"success":"no"}';
      return adds(opened, /not conform|violat|invalid|does not match/i);
    },
  ],
  'Samples in several languages': [
    'The sample, in Swagger UI that of a request which was sent, can be changed to one in Python.',
    async (opened) => {
      if (opened.id === 'Swagger UI') await send(opened);
      const list = opened.section.getByRole('button', { name: /^(Change.+: )?curl$/ }).first();
      if (await list.isVisible()) await list.click();
      const python = opened.section
        .getByText('Python', { exact: true })
        .or(opened.page.getByRole('option', { name: 'Python', exact: true }))
        .or(opened.page.getByRole('menuitem', { name: 'Python', exact: true }));
      return (await presses(python)) && appears(opened.section.getByText('httpx'));
    },
  ],
  'Sticky samples at 1024 px': [
    'The sample of `startAppConversation` stays where it is while the page is scrolled from 800 to 1,000 px of the operation.',
    async (opened) => {
      await opened.page.setViewportSize({ width: 1024, height: 768 });
      const section = await openLong(opened);
      const scroll = async (offset: number) => {
        await section.evaluate((it, to) => {
          window.scrollBy(0, it.getBoundingClientRect().top + to);
        }, offset);
        await wait(500);
        const sample = section.getByText('X-Session-API-Key: any').first();
        return (await sample.count()) > 0 ? ((await sample.boundingBox())?.y ?? -1) : -1;
      };
      const [before, after] = [await scroll(800), await scroll(1000)];
      return before > 0 && Math.abs(before - after) < 2;
    },
  ],
  'Tabs for the statuses of responses': [
    'A click on a tab or radio button "404" selects it and changes what the operation shows.',
    async ({ section }) => {
      const name = { name: '404' };
      const either = section.getByRole('tab', name).or(section.getByRole('radio', name));
      const tab = either.filter({ visible: true }).first();
      const before = await section.innerText();
      if (!(await presses(tab))) return false;
      const isSelected = /\[(selected|checked)\]/.test(await tab.ariaSnapshot());
      return isSelected && (await section.innerText()) !== before;
    },
  ],
  'Contents of the page': [
    'A link "Responses" in a list of contents leads to the responses of the operation.',
    async ({ page, section }) => {
      await presses(page.getByText('On this page'));
      const isThere = await presses(page.getByRole('link', { name: 'Responses', exact: true }));
      return isThere && isInView(section.getByRole('heading', { name: 'Responses' }));
    },
  ],
  'Copy as Markdown': [
    'A button "Copy as Markdown" or "Copy" puts Markdown with the heading and the description of the operation on the clipboard.',
    async ({ page, section }) => {
      // What an earlier page has put there does not count.
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await presses(section.getByRole('button', { name: /^Copy( as Markdown)?$/ }));
      const text = await page.evaluate(() => navigator.clipboard.readText());
      return /^# .*Pause a sandbox/.test(text) && text.includes('Pauses a sandbox. Returns');
    },
  ],
  'Search for an operation': [
    'A search for "pause" lists `pauseSandbox`, and not `getSettings`.',
    (opened) => finds(opened, 'pause'),
  ],
  'Search in descriptions': [
    'A search for "idempotent" lists `pauseSandbox`, which has it in its description, and not `getSettings`.',
    (opened) => finds(opened, 'idempotent'),
  ],
  'Deep links to operations and properties': [
    'An address opens the page with the operation in view, another one with the property `pr_number` of `startAppConversation`.',
    async (opened) => {
      const isThere = await isInView(opened.section.getByText(description));
      if (!isThere || anchors[opened.id] === undefined) return false;
      const section = await openLong(opened, anchors[opened.id]);
      return isInView(section.getByText('pr_number', { exact: true }));
    },
  ],
  'Dark and light': [
    'A control makes the text light, and dark again.',
    async ({ page, section }) => {
      const colors: boolean[] = [];
      for (let press = 0; press < 4; press++) {
        const text = section.getByText(description).first();
        const color = await text.evaluate((it) => getComputedStyle(it).color);
        colors.push(Number(/\d+/.exec(color)) > 128);
        await presses(page.getByRole('button', { name: /theme|dark|light/i }));
      }
      return /false.*true.*false/.test(colors.join());
    },
  ],
  'Complete in print': [
    'Printed, `startAppConversation` has the names and descriptions of all properties of its body.',
    async (opened) => {
      const section = await openLong(opened);
      await opened.page.emulateMedia({ media: 'print' });
      const printed = (await section.innerText()).replaceAll(/\s+/g, ' ');
      const { properties } = contract.components.schemas.AppConversationStartRequest;
      return Object.entries(properties).every(([name, it]) => {
        const [begin] = ('description' in it ? it.description : '').split(/[`\n]/);
        return printed.includes(name) && printed.includes(begin!.trim());
      });
    },
  ],
  'Offline, from a disk': [
    'Opened as a file, the operation is in view, and no host is asked for anything.',
    async ({ id, page, section, folder }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`file://${folder}/9/${id}/${sites[id].address(pauseSandbox)}`);
      const isShown = await isInView(section.getByText(description));
      return isShown && !asked.some((it) => it.startsWith('http'));
    },
  ],
  'Readable without scripts': [
    'With scripts disabled, the description of the operation is visible.',
    async ({ page, section }) => {
      const tools = await page.context().newCDPSession(page);
      await tools.send('Emulation.setScriptExecutionDisabled', { value: true });
      await page.reload();
      return appears(section.getByText(description));
    },
  ],
  Provenance: [
    'The operation states that it is documented (`x-provenance`; in Redoc and Swagger UI with `showExtensions`).',
    ({ section }) => appears(section.getByText(/documented/)),
  ],
};

/** Checks the features of the docs, Redoc, Scalar and Swagger UI. @throws {Error} when there is no browser */
export async function benchFeatures({ report }: Plan): Promise<Result> {
  if (findBrowser(process.env) === undefined) throw new Error(howToInstall);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'bench-features-'));
  for (const id of ids) await buildSite(id, 9, folder.path, '--openapi.showExtensions=true');
  const site = new Hono().get('/', (c) => c.text('')).use(serveStatic({ root: folder.path }));
  const { page: home, origin, leave } = await visit((request) => site.fetch(request));
  const rows: string[][] = [];
  try {
    for (const [name, [how, check]] of Object.entries(features)) {
      const cells: string[] = [];
      for (const id of ids) {
        const page = await home.context().browser()!.newPage();
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        const mock: Opened['mock'] = {};
        await page.route('**/api/v*/**', (route) => respond(route, mock));
        await page.goto(`${origin}/9/${id}/${sites[id].address(pauseSandbox)}`);
        const section = page.locator(sites[id].section(pauseSandbox));
        await isInView(section.getByText(description));
        const opened = { id, page, section, mock, folder: folder.path };
        const isThere = await check(opened).catch((error: Error) => {
          throw new Error(`${name}, ${id}: ${error.message}`);
        });
        cells.push(isThere ? 'yes' : 'no');
        report(`${name}  ${id}  ${cells.at(-1)}`);
        await page.close();
      }
      rows.push([name, ...cells, how]);
    }
  } finally {
    await leave();
  }
  const lacks = rows.filter(([, ours]) => ours === 'no').length;
  return {
    title: 'Features of the docs, Redoc, Scalar and Swagger UI',
    method:
      'Each site is built from `openapi/dist/openapi.json` and opened in Chromium, at `pauseSandbox` unless stated otherwise. The mock responds to requests to the service. ' +
      'Options that a site has for a feature are on. Plugins that are to be written are not.',
    goals: [{ name: 'Features that the docs lack', figure: lacks, most: 0 }],
    tables: { Features: { rows: [['Feature', ...ids, 'Check'], ...rows] } },
  };
}

/** Responds to a request of a page with the mock. */
async function respond(route: Route, seen: Opened['mock']): Promise<void> {
  const url = route.request().url();
  const sent = { method: route.request().method(), headers: await route.request().allHeaders() };
  const response = await createMock({ examples: true }).fetch(url, sent);
  let [status, body] = [response.status, await response.text()];
  if (url.endsWith('/pause')) {
    Object.assign(seen, { url, key: sent.headers['x-session-api-key'] });
    if (seen.body !== undefined) [status, body] = [200, seen.body];
  }
  const headers = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' };
  await route.fulfill({ status, headers, body });
}

/** Sends a request from the console, if there is one. @returns what the mock has received */
async function send(opened: Opened): Promise<Opened['mock']> {
  await consoles[opened.id](opened);
  for (let time = 0; opened.mock.url === undefined && time < 30; time++) await wait(100);
  return opened.mock;
}

/** Opens startAppConversation, which is longer than the window, or a part of it. @returns its section */
async function openLong({ id, page }: Opened, anchor = ''): Promise<Locator> {
  const root = page.url().split(`/${id.replace(' ', '%20')}/`)[0]!;
  await page.goto('about:blank');
  await page.goto(`${root}/${id}/${sites[id].address(startAppConversation)}${anchor}`);
  const section = page.locator(sites[id].section(startAppConversation));
  await isInView(section.getByText(description));
  return section;
}

function appears(it: Locator): Promise<boolean> {
  const first = it.filter({ visible: true }).first();
  return first.waitFor({ timeout: 3000 }).then(
    () => true,
    () => false,
  );
}

/** Clicks on something, if it appears. */
async function presses(it: Locator): Promise<boolean> {
  const isThere = await appears(it);
  if (isThere) await it.filter({ visible: true }).first().click();
  await wait(500);
  return isThere;
}

/** Whether a text is visible in more elements after a request has been sent. */
async function adds(opened: Opened, text: RegExp): Promise<boolean> {
  const found = opened.page.getByText(text).filter({ visible: true });
  const before = await found.count();
  await send(opened);
  return appears(found.nth(before));
}

/** Whether something is in view when the page has come to rest: Scalar scrolls while it renders. */
async function isInView(it: Locator): Promise<boolean> {
  if (!(await appears(it))) return false;
  await wait(1000);
  const box = await it.filter({ visible: true }).first().boundingBox();
  return box !== null && box.y >= 0 && box.y < it.page().viewportSize()!.height;
}

async function finds({ page }: Opened, word: string): Promise<boolean> {
  const filter = page.getByPlaceholder('Filter by tag');
  if (await filter.isVisible()) await filter.focus();
  else for (const shortcut of ['Control+k', '/']) await page.keyboard.press(shortcut);
  await wait(1000);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(word);
  await wait(1500);
  const results =
    '[role="option"], [data-component-name="Search/SearchItem"], .opblock-summary, dialog li';
  const texts = (await page.locator(results).allInnerTexts()).join();
  return /pause ?a? ?sandbox/i.test(texts) && !/get ?settings/i.test(texts);
}
