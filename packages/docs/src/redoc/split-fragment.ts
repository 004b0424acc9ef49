import { BuildError } from '../build-error.ts';

/** The parts of a page that Redoc has made. */
export type RedocParts = {
  /** The style elements. */
  styles: string;
  /** The prerendered content, in its root element. */
  markup: string;
  /** The script of the renderer, without the contract. */
  renderer: string;
  /** The rest of that script: the contract, the options and the call that starts the renderer. */
  start: string;
};

const fragment =
  /^\s*(<style.*<\/style>)\s*<!-- body -->\s*(<div id="redoc">.*<\/div>)\s*<script type="module">(.*?)(const __redoc_definition = .*)<\/script>\s*$/s;

/** Takes apart what `build-docs` has made with the template `fragment.hbs`. */
export function splitFragment(html: string): RedocParts {
  const [, styles, markup, renderer, start] = fragment.exec(html) ?? [];
  if (!styles || !markup || !renderer || !start) {
    throw new BuildError(
      'redocly build-docs has changed the form of its page. See src/redoc/split-fragment.ts.',
    );
  }
  return { styles, markup, renderer, start };
}
