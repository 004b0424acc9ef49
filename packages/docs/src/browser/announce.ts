import { element } from './element.ts';

// A region that is filled when it is added is not read out by all screen readers.
const region = element('p', { class: 'announcement', role: 'status' });
document.body.append(region);

let clearing: ReturnType<typeof setTimeout> | undefined;

/** Has a screen reader say a sentence when it is done with what it says. */
export function announce(sentence: string): void {
  region.textContent = sentence;
  clearTimeout(clearing);
  clearing = setTimeout(() => region.replaceChildren(), 2000);
}
