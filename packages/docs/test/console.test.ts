/** The console of an operation in a real browser. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  browserProgram,
  demandBrowser,
} from '@agent-conversation/testing/browser';
import { listen } from '@agent-conversation/testing/listen';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { docsDirectory } from '../src/index.ts';
import * as browser from './support/browser.ts';
import { operations, samplesOf } from './support/site.ts';

const { clipboardOf, openConsole, send, startMock, stopsOf, timeout } = browser;

demandBrowser('THE CONSOLE WAS NOT USED IN A BROWSER');

interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  readonly text?: string;
  /** What it waits for before it responds. */
  readonly until?: Promise<void>;
}

/** Starts a server that keeps method, path, key and body of what it receives. */
async function startRecorder({
  status = 200,
  body = {},
  text,
  until,
}: Reply = {}) {
  const received: string[] = [];
  const server = await listen(async (request) => {
    const { method, url, headers } = request;
    const parts = [
      method,
      url.replace(server.url, ''),
      headers.get('X-Session-API-Key'),
    ];
    const isPreflight = method === 'OPTIONS';
    if (!isPreflight) received.push([...parts, await request.text()].join(' '));
    if (!isPreflight) await until;
    const names = ['Origin', 'Headers', 'Methods'].map(
      (name) => `Access-Control-Allow-${name}`,
    );
    const allow = Object.fromEntries(names.map((name) => [name, '*']));
    const headersSent = { 'Content-Type': 'application/json', ...allow };
    return new Response(text ?? JSON.stringify(body), {
      status: isPreflight ? 200 : status,
      headers: headersSent,
    });
  });
  onTestFinished(() => server.close());
  return { service: server.url, received };
}

/** Sends a request, and expects a server to receive it. */
async function expectSent(
  console: Locator,
  received: string[],
  request: string,
): Promise<void> {
  received.splice(0);
  await send(console);
  await expect.poll(() => received, timeout).toContain(request);
}

const json = (console: Locator) => console.getByLabel('Body as JSON');

/** Returns the JSON of the body that a console sends. */
async function bodyOf(console: Locator): Promise<unknown> {
  return JSON.parse(await json(console).inputValue());
}

const focusedId = (page: Page) =>
  page.evaluate(() => document.activeElement!.id);

/** Returns everything that a page keeps, and its text. */
async function keptBy(page: Page): Promise<string> {
  const kept = await page.evaluate(() => {
    const { cookie, URL: url } = document;
    const entries = navigation
      .entries()
      .map((entry) => [entry.url, entry.getState()]);
    return JSON.stringify([
      localStorage,
      sessionStorage,
      cookie,
      url,
      name,
      history.state,
      entries,
    ]);
  });
  return kept + (await page.content());
}

/** What an operation requires for a conforming response. */
const sandbox = {
  id: 'sbx-1',
  created_by_user_id: null,
  sandbox_spec_id: 'spec',
  status: 'RUNNING',
  session_api_key: 'secret-of-a-sandbox',
};

describe.runIf(browserProgram)('the console', () => {
  const { root, open } = browser.openDocs();

  /** Opens the console of an operation. @param service the server that it calls */
  async function openAt(operationId: string, service: string) {
    const path = `operations/${operationId}.html`;
    const { page, faults } = await open(path, { service });
    const console = await openConsole(page, service);
    return { page, faults, console };
  }

  /** Opens the console of an operation, which calls a server that keeps what it receives. */
  async function openRecorded(operationId: string, reply?: Reply) {
    const recorder = await startRecorder(reply);
    const opened = await openAt(operationId, recorder.service);
    return { ...opened, ...recorder };
  }

  test('sends the requests of the samples, and what is edited', async () => {
    const { service, received } = await startRecorder();
    const { page } = await open('index.html', { service });
    const openNext = async (operationId: string) => {
      await page.goto(`${root()}operations/${operationId}.html`);
      return openConsole(page, service);
    };
    for (const { operationId, method } of operations) {
      const console = await openNext(operationId);
      const [success, failure] = samplesOf(operationId);
      for (const { outcome, request } of [failure!, success!]) {
        const option = `A request that ${outcome === 'success' ? 'succeeds' : 'fails'}`;
        await console.getByLabel('Start from').selectOption(option);
        const { path, headers, body, rawBody } = request;
        const text = rawBody ?? (body ? JSON.stringify(body, null, 2) : '');
        // Samples have keys of their own; the console sends that of the reader.
        const key = headers?.['X-Session-API-Key'] && 'any';
        const parts = [method.toUpperCase(), path, key, text];
        await expectSent(console, received, parts.join(' '));
      }
    }
    let console = await openNext('startSandbox');
    await console.getByLabel('API key').fill('other');
    await console.getByLabel('sandbox_spec_id').fill('a b&c/ü');
    const query = 'sandbox_spec_id=a%20b%26c%2F%C3%BC';
    await expectSent(
      console,
      received,
      `POST /api/v1/sandboxes?${query} other `,
    );
    console = await openNext('listAppConversations');
    await console.getByLabel('ids').fill('one\ntwo');
    await expectSent(
      console,
      received,
      'GET /api/v1/app-conversations?ids=one&ids=two any ',
    );
    console = await openNext('pauseSandbox');
    await console.getByLabel('sandbox_id').fill('a/../b');
    await expectSent(
      console,
      received,
      'POST /api/v1/sandboxes/a%2F..%2Fb/pause any ',
    );
    await console.getByLabel('Server').fill(`${service}/base/`);
    await expectSent(
      console,
      received,
      'POST /base/api/v1/sandboxes/a%2F..%2Fb/pause any ',
    );
  });

  test.each([
    {
      text: '{"items": [], "next_page_id": "1\\u00e9 , 2", "n": [1, -2.5]}',
      isNamed: false,
    },
    { text: '{"items": [], "n": 12345678901234567890}', isNamed: true },
    { text: '{"items": [], "items": []}', isNamed: true },
  ])(
    'says whether $text is shown as it came: $isNamed',
    async ({ text, isNamed }) => {
      const { console } = await openRecorded('searchSandboxes', { text });
      await send(console);
      await console.getByText(/^200,/).waitFor();
      const notice = console.getByText(
        'Some numbers or names are shown as JavaScript reads them.',
      );
      expect(await notice.count()).toBe(isNamed ? 1 : 0);
    },
  );

  test('two clicks send one request', async () => {
    const { console, received } = await openRecorded('startSandbox');
    await console.getByRole('button', { name: 'Send' }).dblclick();
    await console.getByText(/^200,/).waitFor();
    expect(
      received.filter((request) => request.startsWith('POST')),
    ).toHaveLength(1);
  });

  test('a key that was emptied stays so on the next page', async () => {
    const { service } = await startRecorder();
    const { page } = await open('operations/startSandbox.html', { service });
    let console = await openConsole(page, service);
    await console.getByLabel('API key').fill('sk-of-the-reader');
    await console.getByLabel('API key').fill('');
    await page.keyboard.press('Escape');
    await page
      .locator('#menu')
      .getByRole('link', { name: /^Search sandboxes/ })
      .click();
    await page.waitForURL(/searchSandboxes/);
    console = await openConsole(page, service);
    expect(await console.getByLabel('API key').inputValue()).toBe('');
  });

  test('a form and the JSON of a body follow each other', async () => {
    const { console, page, received } = await openRecorded(
      'startAppConversation',
    );
    const title = console.getByLabel('title', { exact: true });
    expect(await json(console).isVisible()).toBe(false);
    const [sample] = samplesOf('startAppConversation');
    const { selected_repository: repository } = sample!.request.body as Record<
      string,
      string
    >;
    expect(await console.getByLabel('selected_repository').inputValue()).toBe(
      repository,
    );
    await console.getByText('More properties').click();

    await json(console).evaluate((control: HTMLTextAreaElement) => {
      control.value = '{"title": null, "trigger": "slack", "extra": [1]}';
      control.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(await title.inputValue()).toBe('');
    expect(await console.getByLabel('trigger').inputValue()).toBe('"slack"');
    await console.getByLabel('llm_model').fill('two\nlines');
    await console.getByLabel('public').selectOption('true');
    await console.getByLabel('agent_type').selectOption('plan');
    await console.getByLabel('pr_number').fill('[7]');
    await console.getByLabel('trigger').selectOption('not sent');
    const body = {
      title: null,
      extra: [1],
      llm_model: 'two\nlines',
      public: true,
      agent_type: 'plan',
      pr_number: [7],
    };
    expect(await bodyOf(console)).toEqual(body);
    await console.getByLabel('llm_model').fill('');
    await console.getByLabel('pr_number').fill('[7');
    const { llm_model: _, ...others } = body;
    expect(await bodyOf(console)).toEqual(others);
    // What is not JSON cannot be sent, also if it is folded.
    await console.getByText('More properties').click();
    received.splice(0);
    await send(console);
    expect(await focusedId(page)).toBe('field-pr_number');
    expect(received).toEqual([]);

    // Another view shows what is sent.
    await console.getByRole('radio', { name: 'Form' }).press('ArrowRight');
    expect(await title.isVisible()).toBe(false);
    await json(console).fill('{"title": 7}');
    await console.getByText('title is 7, must be a string or null').waitFor();
    await expectSent(
      console,
      received,
      'POST /api/v1/app-conversations any {"title": 7}',
    );
    // JavaScript would round the number, and the form would send it like that.
    const form = console.getByRole('radio', { name: 'Form' });
    await json(console).fill('{"extra": 12345678901234567890}');
    expect(await form.isDisabled()).toBe(true);
    await json(console).fill('{"title"');
    await console.getByText('The body is not JSON.').waitFor();
    expect(await form.isDisabled()).toBe(true);
    await console.getByLabel('Start from').selectOption('A request that fails');
    await console.getByRole('radio', { name: 'JSON' }).press('ArrowLeft');
    expect(await title.isVisible()).toBe(true);
  });

  test('fields show their types; properties that are not set are folded', async () => {
    const { console, page } = await openAt(
      'startAppConversation',
      'http://127.0.0.1:1',
    );
    const isShown = (name: string) =>
      console.getByLabel(name, { exact: true }).isVisible();
    expect(await isShown('selected_repository')).toBe(true);
    expect(await isShown('title')).toBe(false);
    await console.getByText('More properties').click();
    const title = console.getByLabel('title', { exact: true });
    const field = console.locator('.field', {
      has: page.getByLabel('title', { exact: true }),
    });
    expect(await field.innerText()).toMatch(
      /^title\s*string or null\s*Title of the conversation/,
    );
    // What is being edited stays where it is.
    await title.fill('Set');
    await console.locator('summary', { hasText: 'More properties' }).click();
    expect(await isShown('title')).toBe(false);
    await console.getByRole('radio', { name: 'JSON' }).check();
    await console.getByRole('radio', { name: 'Form' }).check();
    expect(await isShown('title')).toBe(true);
  });

  test('a script that is blocked is reported beside the button, and can be loaded later', async () => {
    const { page } = await open('operations/pauseSandbox.html');
    const button = page.getByRole('button', { name: 'Try it' });
    const message = page.getByRole('alert');
    await page.route('**/scripts/console.js', (route) => route.abort());
    for (const _ of ['first', 'second']) {
      await button.click();
      await message.waitFor();
      expect(await message.innerText()).toMatch(
        /^The console could not be loaded/,
      );
    }
    const { y, height } = (await page.locator('.bar').boundingBox())!;
    expect((await message.boundingBox())!.y - y - height).toBeLessThan(40);
    await page.unroute('**/scripts/console.js');
    await button.click();
    await page.getByRole('dialog').waitFor();
    expect(await message.count()).toBe(0);
  });

  test('the command sends what the console sends, with the key of the environment', async () => {
    const { console, page, received } = await openRecorded(
      'startAppConversation',
    );
    const copyButton = console.getByRole('button', { name: 'Copy as curl' });
    const body = `{"title": "it's $HOME \\"and\\" \`more\`"}`;
    await console.getByLabel('API key').fill('sk-of-the-reader');
    await console.getByRole('radio', { name: 'JSON' }).check();
    await json(console).fill(body);
    const request = `POST /api/v1/app-conversations sk-of-the-reader ${body}`;
    await expectSent(console, received, request);
    await console.getByLabel('API key').fill('sk of\u200bthe reader');
    expect(await copyButton.isDisabled()).toBe(true);
    await console.getByLabel('API key').fill('sk-of-the-reader');
    await copyButton.click();
    await expect.poll(() => clipboardOf(page), timeout).toMatch(/^curl /);
    const command = await clipboardOf(page);
    expect(command).not.toContain('sk-of-the-reader');
    received.splice(0);
    const env = {
      ...process.env,
      AGENT_CONVERSATION_API_KEY: 'sk-of-the-environment',
    };
    await promisify(execFile)('sh', ['-c', command], { env });
    expect(received).toEqual([request.replace('reader', 'environment')]);
  });

  test('offers the ids that exist for the key, and takes one', async () => {
    const service = await startMock({ clock: 'requests', startupTimeInMs: 1 });
    const headers = { 'X-Session-API-Key': 'other' };
    const started = await fetch(`${service}/api/v1/sandboxes`, {
      method: 'POST',
      headers,
    });
    const { id } = (await started.json()) as { id: string };
    const { console, page } = await openAt('pauseSandbox', service);
    await console.getByLabel('API key').fill('other');
    await console.getByLabel('API key').press('Tab');
    expect(await page.locator('datalist option').getAttribute('value')).toBe(
      id,
    );
    expect(await console.getByLabel('sandbox_id').inputValue()).toBe(id);
    await send(console);
    await console.getByText(/^200 OK/).waitFor();
    // What a reader has typed stays, whether it exists or not.
    await console.getByLabel('sandbox_id').fill('sbx-of-the-reader');
    const options = page.locator('datalist option');
    for (const { key, count } of [
      { key: 'another', count: 0 },
      { key: 'other', count: 1 },
    ]) {
      await console.getByLabel('API key').fill(key);
      await console.getByLabel('API key').press('Tab');
      await expect.poll(() => options.count(), timeout).toBe(count);
    }
    expect(await console.getByLabel('sandbox_id').inputValue()).toBe(
      'sbx-of-the-reader',
    );
  });

  test('a server of --connect is chosen first, and has no key of its own', async () => {
    const { page } = await open('operations/getSettings.html');
    await page.evaluate(() => {
      document.documentElement.dataset['connect'] =
        'https://api.example https://other.example';
    });
    await page.getByRole('button', { name: 'Try it' }).click();
    const console = page.getByRole('dialog');
    expect(await console.getByLabel('Server').inputValue()).toBe(
      'https://api.example',
    );
    expect(await console.getByLabel('API key').inputValue()).toBe('');
  });

  test.each([
    {
      reply: { body: { items: [sandbox] } },
      verdict: '200, and the body conforms to the contract.',
      violations: [],
    },
    {
      reply: { body: { items: [{ ...sandbox, status: 'LOST' }] } },
      verdict: '200, but the body breaks the contract in one place.',
      violations: [
        'items[0].status is "LOST", must be one of STARTING, RUNNING, PAUSED, ERROR, MISSING',
      ],
    },
    {
      reply: {
        body: { items: [{ ...sandbox, session_api_key: 7, id: undefined }] },
      },
      verdict: '200, but the body breaks the contract in 2 places.',
      violations: [
        'items[0].id is missing',
        'items[0].session_api_key is "[redacted]", must be a string or null',
      ],
    },
    {
      reply: { status: 418 },
      verdict: '418, which the contract does not declare.',
      violations: ['status is 418, must be one of 200, 401, 422, 429'],
    },
  ])('states the verdict: $verdict', async ({ reply, verdict, violations }) => {
    const { console } = await openRecorded('searchSandboxes', reply);
    await send(console);
    const response = console.getByRole('region', { name: 'Response' });
    await response.getByText(verdict, { exact: true }).waitFor();
    expect(await response.getByRole('listitem').allInnerTexts()).toEqual(
      violations,
    );
  });

  test.each([
    {
      text: '',
      lines: ['200 OK', '200, but the body breaks the contract in one place.'],
    },
    {
      text: '{"session_api_key":"x7"',
      lines: ['The body is not JSON. It is not shown'],
    },
    {
      text: '['.repeat(9999) + ']'.repeat(9999),
      lines: ['The response is nested too deeply to be shown.'],
    },
  ])('shows what is left of a broken response', async ({ text, lines }) => {
    const { console } = await openRecorded('searchSandboxes', { text });
    await send(console);
    for (const line of lines) await console.getByText(line).waitFor();
    expect(await console.innerText()).not.toContain('x7');
  });

  test('shows the status in color and words, headers, and a body that folds', async () => {
    const service = await startMock({ examples: true, clock: 'manual' });
    const { console, page } = await openAt('searchSandboxes', service);
    const colorOf = (title: string) =>
      console.getByText(title).evaluate((it) => getComputedStyle(it).color);
    await send(console);
    const success = await colorOf('200 OK');
    await console.getByText(/^\d+ headers$/).click();
    await console.getByText('content-type: application/json').waitFor();
    await console.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(() => clipboardOf(page), timeout).toMatch(/^\{/);
    const copied = await clipboardOf(page);
    expect(JSON.stringify(JSON.parse(copied), null, 2)).toBe(copied);
    const property = console.getByText('"created_by_user_id"').first();
    expect(await property.isVisible()).toBe(true);
    await console.locator('pre summary').first().press('Enter');
    expect(await property.isVisible()).toBe(false);

    await console.getByLabel('Start from').selectOption('A request that fails');
    await console.getByText('limit is 500, must be at most 100').waitFor();
    await send(console);
    await console.getByText('422, as the contract declares.').waitFor();
    // What to fix is not folded.
    expect(await console.getByText('"limit"').isVisible()).toBe(true);
    expect(await colorOf('422 Unprocessable Content')).not.toBe(success);
  });

  test('secrets and the key are kept nowhere, also if a response repeats them', async () => {
    const [secret, key] = ['secret-of-a-sandbox', 'sk-of-the-reader'];
    const { console, page, received } = await openRecorded('searchSandboxes', {
      body: { items: [{ id: 7, session_api_key: secret, status: key }] },
    });
    await console.getByLabel('API key').fill(key);
    await send(console);
    await console.getByText('items[0].id is 7, must be a string').waitFor();
    expect(received.join()).toContain(key);
    expect(await keptBy(page)).not.toMatch(new RegExp(`${secret}|${key}`));
  });

  test('key and server are kept from page to page, in memory alone', async () => {
    const { service, received } = await startRecorder({ body: { items: [] } });
    const { page, faults } = await open('operations/searchSandboxes.html', {
      service,
    });
    const key = 'sk-of-the-reader';
    let console = await openConsole(page, service);
    await console.getByLabel('API key').fill(key);
    await console.getByLabel('page_id').fill('entered');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Try it' }).click();
    expect(await console.getByLabel('page_id').inputValue()).toBe('entered');
    await page.keyboard.press('Escape');

    const expectKept = async (title: string, path: string) => {
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(page.url()).toBe(root() + path);
      expect(await page.title()).toContain(title);
      await page.getByRole('button', { name: 'Try it' }).click();
      console = page.getByRole('dialog');
      expect(await console.getByLabel('Server').inputValue()).toBe(service);
      expect(await console.getByLabel('API key').inputValue()).toBe(key);
      await page.keyboard.press('Escape');
    };
    await page.getByRole('link', { name: 'Start a sandbox' }).first().click();
    await expectKept('Start a sandbox', 'operations/startSandbox.html');
    // Another folder, whose links begin elsewhere.
    await page
      .getByRole('link', { name: 'Agent Conversation Service' })
      .click();
    await page.waitForURL(/index\.html$/);
    const link = page
      .locator('main')
      .getByRole('link', { name: 'Pause a sandbox' })
      .first();
    await link.click();
    await expectKept('Pause a sandbox', 'operations/pauseSandbox.html');
    await page.goBack();
    await page.goBack();
    await expectKept('Start a sandbox', 'operations/startSandbox.html');
    await page.goForward();
    await page.goForward();
    await expectKept('Pause a sandbox', 'operations/pauseSandbox.html');
    await page.keyboard.press('/');
    await page.keyboard.type('resumesandbox');
    await page.locator('dialog a[href*="resumeSandbox"]').first().click();
    await expectKept(
      'Resume a sandbox',
      'operations/resumeSandbox.html#resumeSandbox',
    );

    await page.getByRole('button', { name: 'Try it' }).click();
    await console.getByLabel('sandbox_id').fill('sbx-1');
    await expectSent(
      console,
      received,
      `POST /api/v1/sandboxes/sbx-1/resume ${key} `,
    );
    expect(await keptBy(page)).not.toContain(key);
    expect(faults()).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Try it' }).click();
    expect(await console.getByLabel('API key').inputValue()).toBe('any');
  });

  test('going back shows the page of the address, also after a reload and another document', async () => {
    const { page } = await open('operations/pauseSandbox.html');
    await openConsole(page, 'http://127.0.0.1:1');
    await page.keyboard.press('Escape');
    const expectPage = async (name: string, id: string) => {
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(page.url()).toBe(`${root()}operations/${id}.html`);
    };
    const expectPause = () => expectPage('Pause a sandbox', 'pauseSandbox');
    const expectStart = () => expectPage('Start a sandbox', 'startSandbox');
    const footer = page.locator('footer');
    await page
      .locator('#menu')
      .getByRole('link', { name: 'Start a sandbox' })
      .click();
    await expectStart();
    await page.reload();
    await page.goBack();
    await expectPause();
    await page.reload();
    await expectPause();
    await page.goForward();
    await expectStart();
    await footer.getByRole('link', { name: 'openapi.json' }).click();
    await page.waitForURL(/openapi\.json$/);
    await page.goBack();
    await expectStart();
    await page.goBack();
    await expectPause();

    // Redoc's page is a document of its own, also while a key is kept.
    await openConsole(page, 'http://127.0.0.1:1');
    await page.keyboard.press('Escape');
    await footer.getByRole('link', { name: 'Full reference' }).click();
    await page.locator('#redoc main').waitFor();
    await page.goBack();
    await expectPause();
  });

  test('a key that is edited while the response is awaited is not shown', async () => {
    const held = Promise.withResolvers<void>();
    const { console, received } = await openRecorded('getSettings', {
      body: { language: 'sk-of-the-reader' },
      until: held.promise,
    });
    await console.getByLabel('API key').fill(' sk-of-the-reader ');
    await expectSent(console, received, 'GET /api/settings sk-of-the-reader ');
    await console.getByLabel('API key').fill('another');
    held.resolve();
    await console.getByText('"[redacted]"').waitFor();
    expect(await console.innerText()).not.toContain('sk-of-the-reader');
  });

  test('the request says whether it is the one whose response is shown', async () => {
    const { console } = await openRecorded('pauseSandbox');
    const caption = console
      .locator('figcaption', { hasText: 'Request' })
      .locator('span');
    await send(console);
    await console.getByText(/^200,/).waitFor();
    expect(await caption.innerText()).toBe('Request');
    await console.getByLabel('sandbox_id').fill('sbx-2');
    expect(await caption.innerText()).toBe(
      'Request, edited after this response',
    );
    await send(console);
    await console.getByText(/^200,/).waitFor();
    expect(await caption.innerText()).toBe('Request');
  });

  test('ids of a server that is no longer entered are not offered', async () => {
    const held = Promise.withResolvers<void>();
    const former = await startRecorder({
      body: { items: [{ id: 'former' }] },
      until: held.promise,
    });
    const latter = await startRecorder({ body: { items: [{ id: 'latter' }] } });
    const { page } = await open('operations/pauseSandbox.html', {
      service: former.service,
    });
    const console = await openConsole(page, former.service);
    await expect.poll(() => former.received, timeout).not.toEqual([]);
    await console.getByLabel('Server').fill(latter.service);
    await console.getByLabel('Server').press('Tab');
    const option = page.locator('datalist option');
    await expect
      .poll(() => option.getAttribute('value'), timeout)
      .toBe('latter');
    const isAnswered = page.waitForResponse((response) =>
      response.url().startsWith(former.service),
    );
    held.resolve();
    await (await isAnswered).finished();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(await option.getAttribute('value')).toBe('latter');
    expect(await console.getByLabel('sandbox_id').inputValue()).toBe('latter');
  });

  test('a body with very many lines is shown without elements of its own', async () => {
    const text = JSON.stringify({
      items: Array.from({ length: 90_000 }, () => 1),
    });
    const { console } = await openRecorded('searchSandboxes', { text });
    await send(console);
    const body = console.locator('figure', { hasText: 'Body' }).locator('pre');
    await body.waitFor();
    expect(await body.locator('span, details').count()).toBe(0);
    expect((await body.innerText()).split('\n')).toHaveLength(90_004);
  });

  test('from a disk, key and server are kept until the reader leaves the page', async () => {
    const [from, service] = [docsDirectory.href, 'http://127.0.0.1:1'];
    const { page, faults } = await open('operations/pauseSandbox.html', {
      from,
      service,
    });
    const console = await openConsole(page, service);
    await console.getByText('Kept until you leave the page.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Start a sandbox' }).first().click();
    await page.waitForURL(/startSandbox/);
    await page.getByRole('button', { name: 'Try it' }).click();
    expect(await console.getByLabel('Server').inputValue()).toBe(
      'http://127.0.0.1:4010',
    );
    expect(faults().filter((it) => !it.includes('ERR_'))).toEqual([]);
  });

  test.each([
    {
      field: 'Server',
      value: 'http://127.0.0.1:1',
      message: 'npm exec --no -- agent-conversation-mock --examples --port 1',
    },
    {
      field: 'Server',
      value: 'https://127.0.0.1:1',
      message: 'not https://127.0.0.1:1',
    },
    {
      field: 'Server',
      value: 'http://api.example',
      message: 'This page may call http://127.0.0.1',
    },
    {
      field: 'Server',
      value: 'http://127.0.0.1:1/#',
      message: 'without user, query and fragment',
    },
    {
      field: 'Server',
      value: 'http://[::1]:1',
      message: 'Write localhost instead of [::1]',
    },
    {
      field: 'API key',
      value: 'key\u200B',
      message: 'Character 4 of the API key cannot be sent',
    },
    {
      field: 'sandbox_id',
      value: '..',
      message: 'sandbox_id cannot be sent as ".."',
    },
    {
      field: 'sandbox_id',
      value: ' ',
      message: 'sandbox_id cannot be sent as ""',
    },
  ])('says of $field "$value": $message', async ({ field, value, message }) => {
    const service = 'http://127.0.0.1:1';
    const { page, faults } = await open('operations/pauseSandbox.html', {
      service,
    });
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') requests.push(request.url());
    });
    const console = await openConsole(page, service);
    await console.getByLabel(field).fill(value);
    await send(console);
    await console
      .getByRole('region', { name: 'Response' })
      .getByText(message)
      .waitFor();
    expect(requests.length).toBe(message.startsWith('npm exec') ? 1 : 0);
    expect(faults().filter((it) => !it.includes('ERR_'))).toEqual([]);
  });

  test('begins at the first field; Tab walks it until Escape closes it', async () => {
    const { page } = await open('operations/startAppConversation.html');
    await page.getByRole('button', { name: 'Try it' }).press('Enter');
    const console = page.getByRole('dialog');
    await console.waitFor();
    expect(await focusedId(page)).toBe('field-Start-from');
    await browser.unfold(page);
    const stops = await stopsOf(page);
    expect(stops.length).toBeGreaterThan(20);
    expect(
      stops.filter(({ part, isSeen }) => part !== 'DIALOG' || !isSeen),
    ).toEqual([]);
    await page.keyboard.press('Escape');
    await console.waitFor({ state: 'hidden' });
    const focused = await page.evaluate(
      () => document.activeElement!.textContent,
    );
    expect(focused).toBe('Try it');
  });

  test('axe has no findings in any state, nothing is too wide', async () => {
    const service = await startMock({ examples: true, clock: 'manual' });
    const { console, page } = await openAt('startAppConversation', service);
    const tooWide = () =>
      console.evaluate(({ scrollWidth, clientWidth }) => {
        const excess = scrollWidth - clientWidth;
        return excess > 0 ? [`the dialog is ${excess} px too wide`] : [];
      });
    const windows = [
      { width: 1440, colorScheme: 'light' },
      { width: 390, colorScheme: 'dark' },
    ] as const;
    const check = async (state: string) => {
      const faults = await browser.faultsIn(page, windows, tooWide);
      expect(faults, state).toEqual([]);
    };
    await check('form');
    await console.getByText('More properties').click();
    await check('more properties');
    await console.getByRole('radio', { name: 'JSON' }).check();
    await check('JSON');
    await send(console);
    await console.getByText('200, and the body conforms').waitFor();
    await browser.unfold(page);
    await check('response');
    await json(console).fill('{"title": 7}');
    await console.getByText('title is 7').waitFor();
    await send(console);
    await console.getByText('422, as the contract declares').waitFor();
    await check('violations');
    await console.getByLabel('Server').fill('http://127.0.0.1:1');
    await send(console);
    await console.getByText('To use the mock').waitFor();
    await check('error');
  });
});
