/** A page of the site, as Markdown. */
export interface Page {
  /** Where it stands, from the site's root and without extension: `operations/pauseSandbox`. */
  readonly path: string;
  readonly title: string;
  /** One sentence on what the page is for. */
  readonly summary: string;
  readonly markdown: string;
  /** The heading that it stands under in lists of pages, such as `Guides`. */
  readonly section: string;
}
