// Runs when a sample is sent for the first time.
import { addressInput } from './address-input.ts';
import { type LoadedValidator, shared } from './globals.ts';
import { loadScript } from './load-script.ts';
import { mockAddress, readAddress, addressProblem } from './mock-address.ts';
import { readAnswer } from './read-answer.ts';
import { type SampleRequest, send } from './send.ts';
import { showAnswer, showFailure, showSentence } from './show-answer.ts';

shared.runSample = async (sample) => {
  const button = sample.querySelector('.run')!;
  if (button.ariaDisabled === 'true') return;
  // A disabled button would lose the focus.
  button.ariaDisabled = 'true';
  try {
    await run(sample);
  } finally {
    button.ariaDisabled = 'false';
  }
};

async function run(sample: HTMLElement): Promise<void> {
  const input = addressInput(sample);
  if (readAddress(input.value) === undefined) {
    showSentence(sample, addressProblem);
    input.focus();
    return;
  }
  showSentence(sample, 'Waiting for the answer…');
  const { request, operation } = sample.dataset;
  const answer = await send(JSON.parse(request!) as SampleRequest, mockAddress());
  if (typeof answer === 'string') {
    showFailure(sample, answer);
    return;
  }
  showAnswer(sample, answer, readAnswer(answer, await validatorOf(operation!)));
}

async function validatorOf(operation: string): Promise<LoadedValidator> {
  if (!shared.validators?.[operation]) await loadScript(`scripts/validators/${operation}.js`);
  return shared.validators![operation]!;
}
