import { element } from './dom.ts';
import { mockAddress, readAddress, addressProblem, setMockAddress } from './mock-address.ts';

let count = 0;

/** The input for the host and port of the mock that belongs to a sample; made when it is first asked for. */
export function addressInput(sample: HTMLElement): HTMLInputElement {
  const known = sample.querySelector<HTMLInputElement>('.run-address input');
  if (known) return known;
  count += 1;
  const id = `mock-address-${count}`;
  const reason = element('p', { id: `${id}-reason`, class: 'run-reason' });
  const input = element('input', {
    id,
    type: 'text',
    inputmode: 'url',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    'aria-describedby': reason.id,
  });
  input.value = mockAddress();
  input.addEventListener('change', () => {
    const read = readAddress(input.value);
    input.setAttribute('aria-invalid', String(read === undefined));
    reason.textContent = read === undefined ? addressProblem : '';
    if (read !== undefined) setMockAddress(read);
  });
  const label = element('label', { for: id }, 'Address of the mock');
  const field = element('div', { class: 'run-address' }, label, input, reason);
  sample.querySelector('.run-result')?.before(field);
  return input;
}
