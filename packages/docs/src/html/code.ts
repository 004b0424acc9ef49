import type { Element } from 'hast';
import { h } from 'hastscript';
import { common, createLowlight } from 'lowlight';

const lowlight = createLowlight(common);

/** Makes a figure of code in the colors of its language, with a button that copies it. */
export function codeFigure(
  code: string,
  language: string,
  title = '',
): Element {
  const label = title || language;
  const isKnown = lowlight.registered(language);
  const colored = isKnown
    ? lowlight.highlight(language, code).children
    : [code];
  return h('figure.code', { dataLanguage: language }, [
    h('figcaption', { className: title === '' ? ['untitled'] : [] }, [
      title && h('span', title),
      h(
        'button.copy.needs-js',
        { type: 'button', ariaLabel: `Copy ${label}` },
        'Copy',
      ),
    ]),
    h('pre', { tabIndex: 0 }, h('code', colored)),
  ]);
}
