// Runs when the console is opened for the first time. What is entered stays in the memory of the page.
import { jsonOf } from '@agent-conversation/contract';
import type { Violation } from '@agent-conversation/validators';
import type { ConsoleData } from '../pages/operation.ts';
import type { SampleRequest } from '../sources.ts';
import { element, html, type LoadedValidator, loadScript, shared } from './dom.ts';
import { readResponse, readServer, type ReceivedResponse, send, startCommand } from './send.ts';

const allowed = (html.dataset['connect'] ?? '').split(' ').filter(Boolean);
let dialog: HTMLDialogElement | undefined;

shared.openConsole = (button) => {
  dialog ??= createConsole(JSON.parse(button.nextElementSibling!.textContent) as ConsoleData);
  dialog.showModal();
};

function createConsole(data: ConsoleData): HTMLDialogElement {
  const { operationId, method, path, parameters, hasBody, keyHeader, secrets, requests } = data;
  const begin = select(['A request that succeeds', 'A request that fails']);
  const server = input('text', allowed[0] ?? 'http://127.0.0.1:4010');
  let keptKey = '';
  const keyOf = () => (key.value === '' ? {} : { [keyHeader]: key.value });
  const key = input('password', allowed.length > 0 ? '' : 'any');
  const fields = parameters.map((it) => ({ ...it, control: controlOf(it) }));
  const body = element('textarea', { rows: '14', spellcheck: 'false' });
  const bodyHelp = element('details', {}, element('summary', {}, 'Properties of the body'));
  bodyHelp.append(helpOf(`[id="${operationId}.body"] ~ .properties`));
  const problems = element('ul', { class: 'violations' });
  const submit = element('button', { class: 'primary' }, 'Send');
  const form = element('form');
  if (requests.length > 0) form.append(field('Start from', begin));
  form.append(
    field('Server', server, 'The mock, or another server that this page may call.'),
    field('API key', key, `Sent as ${keyHeader}. The mock accepts any key.`),
  );
  for (const { name, in: place, control } of fields)
    form.append(field(name, control, helpOf(`[id="${operationId}.${place}.${name}"]`)));
  if (hasBody) form.append(field('Body', body), bodyHelp);
  form.append(problems, submit);
  const lines = element('div', { role: 'status' });
  const details = element('div');
  const response = element('section', { 'aria-label': 'Response' }, lines, details);
  const close = element('button', { type: 'button' }, 'Close');
  const call = element('code', {}, `${method.toUpperCase()} ${path}`);
  const head = element('header', {}, element('h2', {}, 'Try it: ', call), close);
  const panel = element('dialog', { class: 'console', 'aria-label': `Try ${operationId}` });
  panel.append(head, element('div', { class: 'halves' }, form, response));
  document.body.append(panel);

  const validator = loadScript(`scripts/validators/${operationId}.js`).then(
    () => shared.validators?.[operationId],
    () => undefined,
  );
  close.addEventListener('click', () => panel.close());
  begin.addEventListener('change', () => fill(requests[begin.selectedIndex]));
  form.addEventListener('input', () => void check());
  for (const it of [server, key]) it.addEventListener('change', () => void offerIds());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run();
  });
  fill(requests[0]);
  void offerIds();
  return panel;

  /** Enters a request of the samples. */
  function fill(request: SampleRequest | undefined): void {
    if (!request) return;
    const url = new URL(request.path, 'http://server');
    const pattern = path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const inPath = new RegExp(`^${pattern}$`).exec(url.pathname)?.groups ?? {};
    for (const { name, in: place, control } of fields) {
      const values = place === 'path' ? [inPath[name] ?? ''] : url.searchParams.getAll(name);
      control.value = decodeURIComponent(values.join('\n'));
      control.dataset['sample'] = control.value;
    }
    if (key.value !== '') keptKey = key.value;
    key.value = request.headers?.[keyHeader] === undefined ? '' : keptKey;
    const { body: value } = request;
    body.value = request.rawBody ?? (value === undefined ? '' : JSON.stringify(value, null, 2));
    void check();
  }

  /** The values of the parameters of a location; those of a list are on lines of their own. */
  function entered(location: string): [string, string][] {
    return fields.flatMap(({ name, in: place, schema, control }) => {
      const values = schema.type === 'array' ? control.value.split(/[\n,]/) : [control.value];
      const given = values.map((it) => it.trim()).filter((it) => place === location && it !== '');
      return given.map((it): [string, string] => [name, it]);
    });
  }

  /** Shows what is wrong with the request. It can be sent all the same. */
  async function check(): Promise<void> {
    const text = body.value.trim();
    const value = jsonOf(text);
    const result = (await validator)?.validateRequest({
      path: Object.fromEntries(entered('path')),
      query: new URLSearchParams(entered('query')),
      body: text === '' ? undefined : value,
    });
    const found = result?.valid === false ? result.violations.map(inWords) : [];
    const isMalformed = text !== '' && value === undefined;
    problems.replaceChildren(...itemsOf(isMalformed ? ['The body is not JSON.'] : found));
  }

  async function run(): Promise<void> {
    const address = readServer(server.value, allowed);
    if (address === undefined) {
      const origins = ['this machine', ...allowed].join(', ');
      show([`This page may call ${origins} only: build the docs with --connect to allow others.`]);
      return;
    }
    const values = Object.fromEntries(entered('path'));
    const missing = fields.find(({ name, in: place }) => place === 'path' && !values[name]);
    if (missing) {
      show([`${missing.name} is required.`]);
      missing.control.focus();
      return;
    }
    const url = new URL(
      address +
        path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!)),
    );
    url.search = new URLSearchParams(entered('query')).toString();
    const text = body.value.trim();
    submit.ariaDisabled = 'true';
    show(['Waiting for the response…']);
    const headers = { ...Object.fromEntries(entered('header')), ...keyOf() };
    const received = await send(url.href, method.toUpperCase(), headers, hasBody ? text : '');
    submit.ariaDisabled = 'false';
    if (typeof received !== 'string') showResponse(received, await validator);
    else if (received !== 'unreachable') show([received]);
    else {
      const reason = `Could not reach ${address}: it is not running, or does not allow this page (CORS).`;
      show([reason], [figure('To use the mock, start it and send again', startCommand(address))]);
    }
  }

  /** Offers the ids that exist on the server, and takes the first if that of the sample does not exist. */
  async function offerIds(): Promise<void> {
    const address = readServer(server.value, allowed);
    for (const { name, source, required, control } of fields) {
      if (source === undefined || address === undefined) continue;
      const list = document.getElementById(`ids-of-${name}`)!;
      const received = await send(address + source, 'GET', keyOf());
      const page = typeof received === 'string' ? undefined : jsonOf(received.text);
      const ids =
        (page as { items?: { id: string }[] } | undefined)?.items?.map(({ id }) => id) ?? [];
      list.replaceChildren(...ids.map((id) => element('option', { value: id })));
      if (required && page && ids.length === 0) show([`The server has no ${name} yet.`]);
      const isOfSample = control.value === control.dataset['sample'];
      if (required && isOfSample && !ids.includes(control.value))
        control.value = ids[0] ?? control.value;
    }
    void check();
  }

  function showResponse(received: ReceivedResponse, loaded: LoadedValidator | undefined): void {
    const { status, statusText, duration, headers } = received;
    const summary = `${`${status} ${statusText}`.trim()}, ${Math.round(duration)} ms`;
    const names = [...headers].map(([name, value]) => `${name}: ${value}`);
    // Browsers show a page only the headers that a server exposes.
    const more = [figure('Headers', names.join('\n'))];
    if (!loaded) {
      show([summary, 'There is no validator of this operation, so the body is not shown.'], more);
      return;
    }
    const { violations, isMalformed, json } = readResponse(received, loaded, secrets);
    const count = violations.length === 1 ? 'one violation' : `${violations.length} violations`;
    const texts = [
      summary,
      violations.length === 0 ? 'Conforms to the contract.' : `Violates the contract: ${count}.`,
    ];
    if (isMalformed)
      texts.push('The body is not JSON. It is not shown, as it might contain a secret.');
    if (json !== undefined) more.unshift(figure('Body', json));
    more.unshift(element('ul', { class: 'violations' }, ...itemsOf(violations.map(inWords))));
    show(texts, more);
  }

  function show(texts: readonly string[], more: readonly Node[] = []): void {
    lines.replaceChildren(...texts.map((it) => element('p', {}, it)));
    details.replaceChildren(...more);
  }
}

function inWords({ part, pointer, message }: Violation): string {
  return [part, pointer, message].filter(Boolean).join(' ');
}

function itemsOf(texts: readonly string[]): HTMLElement[] {
  return texts.map((it) => element('li', {}, it));
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A labelled control with help below it. */
function field(label: string, control: Control, help: Node | string = ''): HTMLElement {
  control.id = `field-${label.replaceAll(/\W+/g, '-')}`;
  control.setAttribute('aria-describedby', `${control.id}-help`);
  const name = element('label', { for: control.id }, label);
  const text = element('div', { id: `${control.id}-help`, class: 'muted' }, help);
  return element('div', { class: 'field' }, name, control, text);
}

function controlOf({ name, schema, source }: ConsoleData['parameters'][number]): Control {
  if (schema.enum) return select(['', ...schema.enum.map(String)]);
  if (schema.type === 'array') return element('textarea', { rows: '2' });
  const made = input('text', '');
  if (source === undefined) return made;
  made.setAttribute('list', `ids-of-${name}`);
  document.body.append(element('datalist', { id: `ids-of-${name}` }));
  return made;
}

function input(type: string, value: string): HTMLInputElement {
  const made = element('input', { type, autocomplete: 'off', spellcheck: 'false' });
  made.value = value;
  return made;
}

function select(options: readonly string[]): HTMLSelectElement {
  return element('select', {}, ...options.map((it) => element('option', {}, it)));
}

/** What the page says of a parameter, or of the properties of the body. */
function helpOf(selector: string): Node {
  const found = document.querySelector(selector);
  if (!found) return document.createTextNode('');
  const copy = found.cloneNode(true) as HTMLElement;
  for (const it of copy.querySelectorAll('.anchor')) it.remove();
  for (const it of [copy, ...copy.querySelectorAll('[id]')]) it.removeAttribute('id');
  const help = element('div');
  help.append(...(found.matches('li') ? copy.childNodes : [copy]));
  return help;
}

/** Code with a button to copy it, as on the rest of the page. */
function figure(caption: string, code: string): HTMLElement {
  const copy = element('button', { type: 'button', class: 'copy' }, 'Copy');
  const pre = element('pre', { tabindex: '0' }, element('code', {}, code));
  return element('figure', { class: 'code' }, element('figcaption', {}, caption, copy), pre);
}
