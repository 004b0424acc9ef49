import type { Violation } from '@agent-conversation/validators';
import { element } from './dom.ts';
import { mockAddress, startCommand } from './mock-address.ts';
import type { Reading } from './read-response.ts';
import type { SampleResponse, Failure } from './send.ts';

/** Shows a response, and whether it conforms to the contract. */
export function showResponse(
  sample: HTMLElement,
  response: SampleResponse,
  reading: Reading,
): void {
  const { status, statusText, duration } = response;
  const { violations, isMalformed, json } = reading;
  const shown = sample.dataset['status'];
  show(
    sample,
    [
      `${status} ${statusText}`.trim() + ` after ${Math.round(duration)} ms.`,
      violations.length === 0
        ? 'The contract holds.'
        : `The contract does not hold: ${violations.length === 1 ? 'one violation' : `${violations.length} violations`}.`,
      shown && shown !== String(status) ? `The sample shows ${shown}.` : '',
      isMalformed ? 'The body is not JSON. It is not shown, as it might hold a secret.' : '',
    ],
    [
      ...(violations.length > 0 ? [list(violations)] : []),
      ...(json === undefined ? [] : [codeFigure('json', 'Response', json)]),
    ],
  );
}

/** Shows why there is no response, and what to do. */
export function showFailure(sample: HTMLElement, failure: Failure): void {
  if (failure === 'late') {
    showSentence(sample, 'There was no response within 10 seconds.');
    return;
  }
  if (failure === 'broken off') {
    showSentence(sample, 'The connection closed before the response was complete.');
    return;
  }
  show(
    sample,
    [
      `Could not reach the mock at ${mockAddress()} (not running, or blocked by CORS). Start the mock in a terminal, then run the sample again.`,
      location.protocol === 'https:'
        ? 'The browser may ask whether this page may reach your local network: allow it.'
        : '',
    ],
    [codeFigure('sh', 'Start the mock', startCommand())],
  );
}

/** Shows a sentence instead of a result. */
export function showSentence(sample: HTMLElement, sentence: string): void {
  show(sample, [sentence], []);
}

/** Sentences are read out by screen readers as soon as they are there; details are not. */
function show(sample: HTMLElement, sentences: readonly string[], details: readonly Node[]): void {
  const result = sample.querySelector('.run-result')!;
  const texts = sentences.filter((sentence) => sentence !== '');
  result.replaceChildren(...texts.map((text) => element('p', {}, text)));
  let section = sample.querySelector('.run-details');
  if (!section) {
    section = element('div', { class: 'run-details' });
    result.after(section);
  }
  section.replaceChildren(...details);
}

function list(violations: readonly Violation[]): HTMLElement {
  const items = violations.map(({ part, pointer, message }) =>
    element('li', {}, `${part} `, element('code', {}, pointer), ` ${message}`),
  );
  return element('ul', { class: 'run-violations' }, ...items);
}

/** Code with a button to copy it, as on the rest of the page. */
export function codeFigure(language: string, caption: string, code: string): HTMLElement {
  const copy = element('button', { type: 'button', class: 'copy needs-js' }, 'Copy');
  const pre = element('pre', { tabindex: '0' }, element('code', {}, code));
  return element(
    'figure',
    { class: 'code', 'data-language': language },
    element('figcaption', {}, caption, copy),
    pre,
  );
}
