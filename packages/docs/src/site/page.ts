import type { ElementContent } from 'hast';
import type { Page as MarkdownPage } from '../machines/page.ts';

/** A page of the site, as models read it and as people do. */
export interface Page extends MarkdownPage {
  /** The text as HTML. Addresses inside the site are written as `addresses.ts` says. */
  readonly body: readonly ElementContent[];
}
