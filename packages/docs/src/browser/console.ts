// Runs when a console is opened for the first time. What is entered stays in the memory of the document.
import { jsonOf, queryOf, redactProperties, routerOf } from '@agent-conversation/contract';
import type { ConsoleData } from '../pages/console-data.ts';
import { siteBaseUrl } from './base-url.ts';
import { bodyEditor, input, labelled, textarea } from './console-form.ts';
import { figure, outcomeOf, violationItem } from './console-response.ts';
import { element, html, shared } from './dom.ts';
import { curlOf, keyHeaders, readServer, send, urlOf } from './send.ts';
import { canKeepDocument, keepDocument } from './session.ts';

const allowed = (html.dataset['connect'] ?? '').split(' ').filter(Boolean);
const dialogs = new Map<string, HTMLDialogElement>();

// All consoles have the same server and key.
const server = input('text', firstServer());
const key = input('password', allowed.length > 0 ? '' : 'any');
/** What a sample without a key has removed. */
let removedKey = '';
const keptUntil = canKeepDocument ? 'Kept in memory only.' : 'Kept until you leave the page.';
const connection = element('div');
connection.append(
  labelled('Server', server, 'The mock, or another server that this page may call.'),
  labelled('API key', key, `The mock accepts any key. ${keptUntil}`),
);

/** The base URL that the reader has chosen if the page may call it, else a server that it may call. */
function firstServer(): string {
  const mock = html.dataset['baseUrl']!;
  const fallback = allowed[0] ?? mock;
  if (siteBaseUrl() === mock) return fallback;
  try {
    return readServer(siteBaseUrl(), allowed);
  } catch {
    return fallback;
  }
}

shared.openConsole = (operationId) => {
  const dialog = dialogs.get(operationId) ?? createConsole(shared.consoleData!);
  dialogs.set(operationId, dialog);
  dialog.querySelector('form > :first-child')!.after(connection);
  document.body.append(dialog);
  dialog.showModal();
  // The server may have been changed in another console.
  server.dispatchEvent(new Event('change', { bubbles: true }));
};

function createConsole(data: ConsoleData): HTMLDialogElement {
  const { operationId, method, path, keyHeader, requests } = data;
  const validator = shared.validators![operationId]!;
  const outcomes = ['A request that succeeds', 'A request that fails'];
  const begin = element('select', {}, ...outcomes.map((text) => element('option', {}, text)));
  begin.autofocus = true;
  const fields = data.parameters.map(fieldOf);
  const bodyControl = textarea('14');
  const problems = element('ul', { class: 'violations' });
  const submit = element('button', { class: 'primary' }, 'Send');
  const form = element('form', {}, labelled('Start from', begin, ''));
  for (const { name, control, description, typeText, list } of fields)
    form.append(labelled(name, control, description, typeText), list);
  if (data.hasBody) form.append(bodyEditor(data.properties, bodyControl));
  form.append(problems, submit);
  const status = element('div', { role: 'status' });
  const details = element('div');
  const command = figure('Request', '');
  command.querySelector('.copy')!.textContent = 'Copy as curl';
  const response = element('section', { 'aria-label': 'Response' }, status, details, command);
  const close = element('button', { type: 'button' }, 'Close');
  const title = element('h2', {}, 'Try it: ', element('code', {}, `${method} ${path}`));
  const dialog = element('dialog', { class: 'console', 'aria-label': `Try ${operationId}` });
  const halves = element('div', { class: 'halves' }, form, response);
  dialog.append(element('header', {}, title, close), halves);

  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  form.addEventListener('input', ({ target }) => {
    if (target === server || target === key) keepDocument();
    check();
  });
  form.addEventListener('change', ({ target }) => {
    if (target === begin) enterSample();
    if (target === server || target === key) void offerIds();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run();
  });
  enterSample();
  return dialog;

  /** Enters the chosen request of the samples. */
  function enterSample(): void {
    const request = requests[begin.selectedIndex];
    if (!request) return;
    const { pathname, searchParams } = new URL(request.path, 'http://server');
    const inPath = routerOf([{ method, path }])(pathname)?.parameters ?? {};
    for (const { name, control } of fields) {
      control.value = inPath[name] ?? searchParams.getAll(name).join('\n');
      control.dataset['sample'] = control.value;
    }
    const hasKey = request.headers?.[keyHeader] !== undefined;
    if (hasKey) key.value ||= removedKey;
    removedKey = hasKey ? '' : key.value || removedKey;
    if (!hasKey) key.value = '';
    bodyControl.value = request.rawBody ?? JSON.stringify(request.body, null, 2) ?? '';
    bodyControl.dispatchEvent(new Event('input', { bubbles: true }));
    check();
  }

  /** Returns the values of the parameters of a location; those in the path also if they are empty. */
  function entered(location: string): Record<string, string> {
    const entries = fields.flatMap(({ name, in: place, type, control }) => {
      const text = control.value.trim();
      const isLeftOut = place !== location || (text === '' && place !== 'path');
      const value = type === 'array' ? text.split(/\s*[\n,]\s*/) : text;
      return isLeftOut ? [] : [[name, value]];
    });
    return Object.fromEntries(entries) as Record<string, string>;
  }

  /** Returns the request that is entered. @throws {TypeError} saying why it cannot be sent */
  function prepare() {
    const body = (data.hasBody && bodyControl.value.trim()) || null;
    const type = body ? { 'Content-Type': 'application/json' } : {};
    const headers = { ...keyHeaders(keyHeader, key.value), ...type, ...entered('header') };
    const base = readServer(server.value, allowed);
    return { method, url: urlOf(base, path, entered('path'), entered('query')), headers, body };
  }

  /** Shows what is wrong with the request, and the command that sends it. */
  function check(): void {
    const text = bodyControl.value.trim();
    const body = jsonOf(text);
    const parts = { path: entered('path'), query: entered('query'), body };
    const shown = redactProperties(parts, new Set(data.secrets)) as typeof parts;
    const items: Node[] = [];
    const code = command.querySelector('code')!;
    code.textContent = '';
    try {
      const query = new URLSearchParams(queryOf(parts.query));
      const result = validator.validateRequest({ ...parts, query });
      const violations = result.valid ? [] : result.violations;
      if (text === '' || body !== undefined)
        items.push(...violations.map((violation) => violationItem(violation, shown)));
      else items.push(element('li', {}, 'The body is not JSON.'));
      code.textContent = curlOf(prepare(), keyHeader);
    } catch (error) {
      items.push(element('li', {}, (error as Error).message));
    }
    problems.replaceChildren(...items);
  }

  async function run(): Promise<void> {
    if (submit.ariaDisabled === 'true') return;
    submit.ariaDisabled = 'true';
    show('Waiting for the response…');
    try {
      const received = await send(prepare());
      const { lines, parts } = outcomeOf(received, validator, data, key.value);
      show(...lines);
      details.append(...parts);
    } catch (error) {
      const { message, cause: start } = error as Error;
      const isTooDeep = error instanceof RangeError;
      show(isTooDeep ? 'The response is nested too deeply to be shown.' : message);
      const hint = 'To use the mock, start it and send again';
      if (typeof start === 'string') details.append(figure(hint, start));
    }
    submit.ariaDisabled = 'false';
    status.scrollIntoView({ block: 'nearest' });
  }

  /** Offers the ids that exist on the server, and takes the first if that of the sample does not exist. */
  async function offerIds(): Promise<void> {
    for (const { name, source, required, control, list } of fields) {
      const ids = await idsAt(source);
      if (!ids) continue;
      list.replaceChildren(...ids.map((value) => element('option', { value })));
      if (!required || control.value !== control.dataset['sample']) continue;
      const [first = ''] = ids;
      if (first === '') show(`The server has no ${name} yet.`);
      else if (!ids.includes(control.value)) control.value = first;
    }
    check();
  }

  /** Returns the ids that a path lists; undefined if there is no list. */
  async function idsAt(source: string | undefined): Promise<string[] | undefined> {
    if (source === undefined) return undefined;
    try {
      const url = readServer(server.value, allowed) + source;
      const headers = keyHeaders(keyHeader, key.value);
      const { text } = await send({ method: 'GET', url, headers, body: null });
      const page = JSON.parse(text) as { items: { id: string }[] };
      return page.items.map(({ id }) => id);
    } catch {
      // What is wrong is shown anyway.
      return undefined;
    }
  }

  function show(...lines: (Node | string)[]): void {
    status.replaceChildren(...lines.map((line) => element('p', {}, line)));
    details.replaceChildren();
  }
}

/** Returns a parameter with its control, and the list of the values that it offers. */
function fieldOf(parameter: ConsoleData['parameters'][number]) {
  const { name, type, values, in: place } = parameter;
  const id = `values-of-${name}`;
  const options = values.map((value) => element('option', { value: String(value) }));
  const control = type === 'array' ? textarea('2') : input('text');
  control.setAttribute('list', id);
  control.required = place === 'path';
  return { ...parameter, control, list: element('datalist', { id }, ...options) };
}
