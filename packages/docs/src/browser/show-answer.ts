import type { Violation } from '@agent-conversation/validators';
import { element } from './dom.ts';
import { mockAddress, startCommand } from './mock-address.ts';
import type { Reading } from './read-answer.ts';
import type { Answer, Failure } from './send.ts';

/** Shows an answer, and what the contract says of it. */
export function showAnswer(sample: HTMLElement, answer: Answer, reading: Reading): void {
  const { status, statusText, duration } = answer;
  const { violations, isMalformed, json } = reading;
  const shown = sample.dataset['status'];
  show(
    sample,
    [
      `${status} ${statusText}`.trim() + ` after ${Math.round(duration)} ms.`,
      violations.length === 0
        ? 'The contract holds.'
        : `The contract does not hold, in ${violations.length === 1 ? 'one place' : `${violations.length} places`}.`,
      shown && shown !== String(status) ? `The sample shows ${shown}.` : '',
      isMalformed ? 'The body is not JSON. It is not shown, as it might hold a secret.' : '',
    ],
    [
      ...(violations.length > 0 ? [list(violations)] : []),
      ...(json === undefined ? [] : [codeFigure('json', 'Answer', json)]),
    ],
  );
}

/** Shows why there is no response, and what to do. */
export function showFailure(sample: HTMLElement, failure: Failure): void {
  if (failure === 'late') {
    showSentence(sample, 'There was no answer within 10 seconds.');
    return;
  }
  if (failure === 'broken off') {
    showSentence(sample, 'The answer broke off before its end.');
    return;
  }
  show(
    sample,
    [
      `Nothing that a page may read answered at ${mockAddress()}. Start the mock in a terminal, then run the sample again.`,
      location.protocol === 'https:'
        ? 'The browser may ask whether this page may reach your local network: allow it.'
        : '',
    ],
    [codeFigure('sh', 'Start the mock', startCommand())],
  );
}

/** Shows a sentence in the place of a result. */
export function showSentence(sample: HTMLElement, sentence: string): void {
  show(sample, [sentence], []);
}

/** Sentences are read out by screen readers as soon as they are there; details are not. */
function show(sample: HTMLElement, sentences: readonly string[], details: readonly Node[]): void {
  const result = sample.querySelector('.run-result')!;
  const texts = sentences.filter((sentence) => sentence !== '');
  result.replaceChildren(...texts.map((text) => element('p', {}, text)));
  let place = sample.querySelector('.run-details');
  if (!place) {
    place = element('div', { class: 'run-details' });
    result.after(place);
  }
  place.replaceChildren(...details);
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
