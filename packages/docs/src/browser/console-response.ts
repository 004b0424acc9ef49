/** What the console shows of a response, and of a request that breaks the contract. */
import {
  createRedactor,
  jsonOf,
  minSecretLength,
  stepsOf,
  textOf,
  valueAt,
} from '@agent-conversation/contract';
import type { Violation } from '@agent-conversation/validators';
import type { ConsoleData } from '../pages/console-data.ts';
import { element, type LoadedValidator } from './dom.ts';
import { jsonTree } from './json-tree.ts';
import { readResponse, type ReceivedResponse, verdictOf } from './send.ts';

/** A body with more lines is shown without colors, and does not fold: 100,000 elements freeze a page for seconds. */
const maxColoredLines = 5000;

/** The most violations that are listed. */
const maxViolations = 20;

/** Returns what is read out of a response, and the parts of it that are shown below. @param key which is redacted */
export function outcomeOf(
  received: ReceivedResponse,
  validator: LoadedValidator,
  data: ConsoleData,
  key: string,
) {
  const { status, statusText, duration, headers, text } = received;
  // A shorter key can be a word of the response by chance.
  const redact = createRedactor(key.length < minSecretLength ? [] : [key]);
  const { body, isMalformed, violations } = readResponse(
    received,
    validator,
    data,
    redact,
  );

  const title = data.statuses[status] ?? `${status} ${redact(statusText)}`;
  const color = status < 400 ? 'get' : 'delete';
  const milliseconds = Math.round(duration);
  const outcome = element(
    'span',
    element('strong', { class: color }, title),
    ' ',
    element('span', { class: 'quiet' }, `${milliseconds} ms`),
  );
  const lines = [outcome, `${verdictOf(status, violations)}.`];
  if (isMalformed) {
    lines.push(
      'The body is not JSON. It is not shown, as it might contain a secret.',
    );
  }
  if (body !== undefined && isRewritten(text)) {
    lines.push('Some numbers or names are shown as JavaScript reads them.');
  }

  const listed = violations.slice(0, maxViolations);
  const items = listed.map((violation) =>
    violationItem(violation, { body, status }),
  );
  const others = violations.length - items.length;
  if (others > 0) items.push(element('li', `and ${others} more`));
  const list = element('ul', { class: 'violations' }, ...items);
  const parts: Node[] = [list];
  if (body !== undefined) {
    parts.push(figure('Body', codeOf(body, status)));
  }
  const fields = [...headers].map(([name, value]) => {
    return `${name}: ${redact(value)}\n`;
  });
  const headerList = element(
    'details',
    { class: 'field' },
    element('summary', `${fields.length} headers`),
    element('pre', { tabindex: '0' }, ...fields),
  );
  parts.push(headerList);
  return { lines, parts };
}

/** Returns the code of a body. That of an error is open down to what is wrong. */
function codeOf(body: unknown, status: number): Node | string {
  const indented = JSON.stringify(body, null, 2);
  const isLarge = indented.split('\n').length > maxColoredLines;
  if (isLarge) return indented;
  return status < 400 ? jsonTree(body) : jsonTree(body, Infinity);
}

/** Whether a text is JSON that says more than its value in JavaScript does, such as a large integer. */
export function isRewritten(text: string): boolean {
  const value = jsonOf(text);
  if (value === undefined) return false;
  // The same text can be escaped in several ways.
  if (text.includes('\\')) return false;
  const compact = text.replaceAll(/("[^"]*")|\s+/g, '$1');
  return compact !== JSON.stringify(value);
}

/** Returns a violation in words. @param parts the parts of the message, without secrets */
export function violationItem(
  { part, pointer, message }: Violation,
  parts: Readonly<Record<string, unknown>>,
): HTMLElement {
  const location = element('code', locationOf(pointer) || part);
  const value = valueAt(parts[part], pointer);
  if (value === undefined) return element('li', location, ` ${message}`);
  const text = part === 'body' ? JSON.stringify(value) : textOf(value);
  return element('li', location, ` is ${text.slice(0, 100)}, ${message}`);
}

/** Returns a JSON Pointer as a path of JavaScript. @example locationOf('/items/0/id') // 'items[0].id' */
function locationOf(pointer: string): string {
  const steps = stepsOf(pointer).map((step) => {
    const isIndex = /^\d+$/.test(step);
    return isIndex ? `[${step}]` : `.${step}`;
  });
  return steps.join('').replace(/^\./, '');
}

/** Returns code with a button to copy it, as on the rest of the page. */
export function figure(
  caption: Node | string,
  code: Node | string,
  copyLabel = 'Copy',
): HTMLElement {
  const copy = element('button', { type: 'button', class: 'copy' }, copyLabel);
  return element(
    'figure',
    { class: 'code' },
    element('figcaption', caption, copy),
    element('pre', { tabindex: '0' }, element('code', code)),
  );
}
