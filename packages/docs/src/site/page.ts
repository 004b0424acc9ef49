import type { ElementContent } from 'hast';

/** A page of the site, as Markdown. */
export interface MarkdownPage {
  /** Where it stands, from the site's root and without extension: `operations/pauseSandbox`. */
  readonly path: string;
  readonly title: string;
  /** One sentence on what the page is for. */
  readonly summary: string;
  readonly markdown: string;
  /** The heading that it stands under in lists of pages, such as `Guides`. */
  readonly section: string;
}

/** A page of the site, as models read it and as people do. */
export interface Page extends MarkdownPage {
  /**
   * Makes HTML of it. Addresses inside the site are written as `addresses.ts` says. Trees of all pages at once
   * would take gigabytes, so each is made when its turn comes.
   */
  readonly render: () => Promise<ElementContent[]> | ElementContent[];
}
