import { element } from './element.ts';

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
