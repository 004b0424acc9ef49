import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const browser = 'packages/conformance/test/browser';

/** Faults in how the site of the docs looks and works. */
export const docsAppearanceMutants: readonly FileMutant[] = [
  {
    operator: 'D10',
    title: 'a page of the docs is no valid HTML',
    fast: true,
    gate: 'packages/conformance/test/docs-html.test.ts',
    test: 'operations/pauseSandbox.html is valid HTML',
    changes: [
      edit(
        'packages/docs/src/pages/operation.ts',
        "h('p.endpoint', [",
        "h('p.endpoint', [h('div'),",
      ),
    ],
    says: ['operations/pauseSandbox.html is valid HTML', 'Element <p> is implicitly closed'],
  },
  {
    operator: 'D10',
    title: 'a text of the docs is too pale',
    gate: `${browser}/docs-pages.test.ts`,
    test: 'light and dark > index.html',
    changes: [
      edit(
        'packages/docs/src/styles/variables.css',
        '--text-color-secondary: light-dark(#535b69, #a8b0be);',
        '--text-color-secondary: light-dark(#a8b0be, #a8b0be);',
      ),
    ],
    says: ['index.html', 'color-contrast'],
  },
  {
    operator: 'D10',
    title: 'the focus cannot be seen in the docs',
    gate: `${browser}/docs-keyboard.test.ts`,
    test: 'shows where it is',
    changes: [
      edit(
        'packages/docs/src/styles/base.css',
        'outline: 2px solid var(--link-color-primary);',
        'outline: none;',
      ),
    ],
    says: [
      'Tab reaches the whole page, the menu included, and shows where it is',
      '"isSeen": false',
    ],
  },
  {
    operator: 'D10',
    title: 'the policy of the docs keeps samples from the mock',
    gate: `${browser}/docs-places.test.ts`,
    test: 'below a path > run a sample against the mock',
    changes: [
      edit(
        'packages/docs/src/site/policy.ts',
        "'connect-src http://127.0.0.1:* http://localhost:*'",
        '"connect-src \'none\'"',
      ),
    ],
    says: [
      'below a path > run a sample against the mock, and the contract holds',
      'Nothing that a page may read answered',
    ],
  },
];
