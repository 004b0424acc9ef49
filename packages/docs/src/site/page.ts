import type { ElementContent } from 'hast';
import type { Page as MarkdownPage } from '../machines/page.ts';

/** A page of the site, as models read it and as people do. */
export interface Page extends MarkdownPage {
  /**
   * Makes HTML of it. Addresses inside the site are written as `addresses.ts` says. Trees of all pages at once
   * would take gigabytes, so each is made when its turn comes.
   */
  readonly render: () => Promise<ElementContent[]> | ElementContent[];
}
