// Runs when a console is opened for the first time. What is entered stays in the memory of the document.
import {
  jsonOf,
  queryOf,
  redactProperties,
  routerOf,
} from '@agent-conversation/contract';
import type { ConsoleData } from '../pages/console-data.ts';
import { siteBaseUrl } from './base-url.ts';
import {
  bodyEditor,
  input,
  labelled,
  textarea,
  uniqueId,
} from './console-form.ts';
import { figure, outcomeOf, violationItem } from './console-response.ts';
import { element, html, shared } from './dom.ts';
import {
  type ConsoleRequest,
  curlOf,
  keyHeaders,
  parameterHeaders,
  readServer,
  send,
  urlOf,
} from './send.ts';
import { canKeepDocument, keepDocument } from './session.ts';

const allowed = (html.dataset['connect'] ?? '').split(' ').filter(Boolean);
const dialogs = new Map<string, HTMLDialogElement>();

// All consoles have the same server and key.
const server = input('text', firstServer());
const key = input('password', allowed.length > 0 ? '' : 'any');
const enteredKey = () => key.value.trim();
/** What a sample without a key has removed. */
let removedKey = '';
const keptUntil = canKeepDocument
  ? 'Kept in memory only.'
  : 'Kept until you leave the page.';
const connection = element(
  'div',
  labelled(
    'Server',
    server,
    'The mock, or another server that this page may call.',
  ),
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

  const begin = element(
    'select',
    { autofocus: '' },
    element('option', 'A request that succeeds'),
    element('option', 'A request that fails'),
  );
  const fields = data.parameters.map(fieldOf);
  const bodyControl = textarea('14');
  const problems = element('ul', { class: 'violations' });
  const submit = element('button', { class: 'primary' }, 'Send');
  const form = element('form', labelled('Start from', begin, ''));
  for (const { name, control, description, typeText, list } of fields)
    form.append(labelled(name, control, description, typeText), list);
  if (data.notSent.length > 0) {
    const text = `A page cannot send ${data.notSent.join(', ')}.`;
    form.append(element('p', { class: 'quiet' }, text));
  }
  if (data.hasBody) form.append(bodyEditor(data.properties, bodyControl));
  form.append(problems, submit);

  const status = element('div', { role: 'status' });
  const details = element('div');
  const caption = element('span');
  const code = element('span');
  const command = figure(caption, code, 'Copy as curl');
  const copyCommand = command.querySelector('button')!;
  /** The command of the request whose response is shown. */
  let sentCommand = '';
  let latestOffer = 0;
  const response = element(
    'section',
    { 'aria-label': 'Response' },
    status,
    details,
    command,
  );

  const call = element('code', `${method} ${path}`);
  const title = element('h2', 'Try it: ', call);
  const close = element('button', { type: 'button' }, 'Close');
  const dialog = element(
    'dialog',
    { class: 'console', 'aria-label': `Try ${operationId}` },
    element('header', title, close),
    element('div', { class: 'halves' }, form, response),
  );

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
      const sample = inPath[name] ?? searchParams.getAll(name).join('\n');
      control.defaultValue = sample;
      control.value = sample;
    }
    enterKey(request.headers?.[keyHeader] !== undefined);
    bodyControl.value =
      request.rawBody ?? JSON.stringify(request.body, null, 2) ?? '';
    bodyControl.dispatchEvent(new Event('input', { bubbles: true }));
    check();
  }

  /** Returns the values of the parameters; those in the path also if they are empty. */
  function entered() {
    const values = { path: {}, query: {}, header: {} };
    for (const { name, in: place, type, control } of fields) {
      const text = control.value.trim();
      if (text === '' && place !== 'path') continue;
      const value = type === 'array' ? text.split(/\s*[\n,]\s*/) : text;
      Object.assign(values[place as keyof typeof values], { [name]: value });
    }
    return values;
  }

  /** Returns the request that is entered. @throws {TypeError} saying why it cannot be sent */
  function prepare(): ConsoleRequest {
    const base = readServer(server.value, allowed);
    const values = entered();
    const url = urlOf(base, path, values.path, values.query);
    const body = bodyControl.value.trim() || null;
    const headers = {
      ...keyHeaders(keyHeader, enteredKey()),
      ...(body && { 'Content-Type': 'application/json' }),
      ...parameterHeaders(values.header),
    };
    return { method, url, headers, body };
  }

  /** Shows what is wrong with the request, and the command that sends it. */
  function check(): void {
    problems.replaceChildren();
    code.textContent = '';
    try {
      problems.append(...violationItems());
      code.textContent = curlOf(prepare(), keyHeader);
    } catch (error) {
      problems.append(element('li', (error as Error).message));
    }
    copyCommand.disabled = code.textContent === '';
    const isEdited = ![code.textContent, ''].includes(sentCommand);
    caption.textContent = isEdited
      ? 'Request, edited after this response'
      : 'Request';
  }

  function violationItems(): HTMLElement[] {
    const text = bodyControl.value.trim();
    const body = jsonOf(text);
    const isBroken = text !== '' && body === undefined;
    if (isBroken) return [element('li', 'The body is not JSON.')];
    const { path: inPath, query } = entered();
    const result = validator.validateRequest({
      path: inPath,
      query: new URLSearchParams(queryOf(query)),
      body,
    });
    if (result.valid) return [];
    const parts = { path: inPath, query, body };
    const shown = redactProperties(
      parts,
      new Set(data.secrets),
    ) as typeof parts;
    return result.violations.map((violation) =>
      violationItem(violation, shown),
    );
  }

  async function run(): Promise<void> {
    if (submit.ariaDisabled === 'true') return;
    submit.ariaDisabled = 'true';
    show(['Waiting for the response…']);
    try {
      const request = prepare();
      // The reader can edit both while the response is awaited.
      const sentKey = enteredKey();
      sentCommand = curlOf(request, keyHeader);
      const received = await send(request);
      const { lines, parts } = outcomeOf(received, validator, data, sentKey);
      show(lines, parts);
    } catch (error) {
      showFailure(error as Error);
    }
    submit.ariaDisabled = 'false';
    check();
    status.scrollIntoView({ block: 'nearest' });
  }

  function showFailure(error: Error): void {
    const isTooDeep = error instanceof RangeError;
    show([
      isTooDeep
        ? 'The response is nested too deeply to be shown.'
        : error.message,
    ]);
    if (typeof error.cause !== 'string') return;
    details.append(
      figure('To use the mock, start it and send again', error.cause),
    );
  }

  /** Offers the ids that exist on the server, and takes the first if that of the sample does not exist. */
  async function offerIds(): Promise<void> {
    latestOffer += 1;
    const offer = latestOffer;
    for (const { name, source, required, control, list } of fields) {
      const ids = await idsAt(source);
      // Another server or key has been entered in the meantime.
      if (offer !== latestOffer) return;
      if (!ids) continue;
      const options = ids.map((value) => element('option', { value }));
      list.replaceChildren(...options);
      const isSample = control.value === control.defaultValue;
      if (!required || !isSample || ids.includes(control.value)) continue;
      if (ids.length > 0) control.value = ids[0]!;
      else show([`The server has no ${name} yet.`]);
    }
    check();
  }

  /** Returns the ids that a path lists; undefined if there is no list. */
  async function idsAt(
    source: string | undefined,
  ): Promise<string[] | undefined> {
    if (source === undefined) return undefined;
    try {
      const url = readServer(server.value, allowed) + source;
      const headers = keyHeaders(keyHeader, enteredKey());
      const { text } = await send({ method: 'GET', url, headers, body: null });
      const page = JSON.parse(text) as { items: { id: string }[] };
      return page.items.map(({ id }) => id);
    } catch {
      // What is wrong is shown anyway.
      return undefined;
    }
  }

  function show(
    lines: readonly (Node | string)[],
    parts: readonly Node[] = [],
  ): void {
    const paragraphs = lines.map((line) => element('p', line));
    status.replaceChildren(...paragraphs);
    details.replaceChildren(...parts);
  }
}

/** Removes the key for a sample that has none, and enters it again for one that has a key. */
function enterKey(hasKey: boolean): void {
  if (hasKey) {
    key.value ||= removedKey;
    removedKey = '';
    return;
  }
  removedKey = key.value || removedKey;
  key.value = '';
}

/** Returns a parameter with its control, and the list of the values that it offers. */
function fieldOf(parameter: ConsoleData['parameters'][number]) {
  const { name, type, values, in: place } = parameter;
  const id = uniqueId(`values-of-${name}`);
  const options = values.map((value) =>
    element('option', { value: String(value) }),
  );
  const list = element('datalist', { id }, ...options);
  const control = type === 'array' ? textarea('2') : input('text');
  control.setAttribute('list', id);
  control.required = place === 'path';
  return { ...parameter, control, list };
}
