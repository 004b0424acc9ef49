/** The kinds of what can be found, with the heading of their group. */
export const kinds = {
  operation: 'Operations',
  schema: 'Schemas',
  property: 'Properties',
  value: 'Values',
  lifecycle: 'Lifecycles',
  workflow: 'Workflows',
  guide: 'Guides',
  decision: 'Decisions',
  release: 'Releases',
  coverage: 'Coverage',
} as const;

export type SearchKind = keyof typeof kinds;

/** One thing that can be found. */
export interface SearchEntry {
  readonly kind: SearchKind;
  /** Its name or heading, such as `pauseSandbox` or `sandbox_id`. */
  readonly title: string;
  /** Its description, as plain text. */
  readonly text: string;
  /** Where it is, from the root of the site: `operations/pauseSandbox.html#pauseSandbox`. */
  readonly href: string;
  /** What it belongs to, such as the method and path of an operation or the schema of a property; may be empty. */
  readonly context: string;
}
