// Runs when a sample is sent for the first time.
import { addressInput } from './address-input.ts';
import { loadScript } from './dom.ts';
import { type LoadedValidator, shared } from './globals.ts';
import { mockAddress, readAddress, addressProblem } from './mock-address.ts';
import { readResponse } from './read-response.ts';
import { type SampleRequest, send } from './send.ts';
import { showResponse, showFailure, showSentence } from './show-response.ts';

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
  showSentence(sample, 'Waiting for the response…');
  const { request, operation } = sample.dataset;
  const response = await send(JSON.parse(request!) as SampleRequest, mockAddress());
  if (typeof response === 'string') {
    showFailure(sample, response);
    return;
  }
  showResponse(sample, response, readResponse(response, await validatorOf(operation!)));
}

async function validatorOf(operation: string): Promise<LoadedValidator> {
  if (!shared.validators?.[operation]) await loadScript(`scripts/validators/${operation}.js`);
  return shared.validators![operation]!;
}
