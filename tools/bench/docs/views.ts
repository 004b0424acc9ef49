import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };

/** What a reader comes for. */
export interface View {
  readonly id: 'start' | 'operation';
  /** Its name in the results. */
  readonly name: string;
  /** What its heading holds. */
  readonly heading: string;
  /** How its text may begin. */
  readonly openings: readonly string[];
}

const { summary, description } = contract.paths['/api/v1/sandboxes/{sandbox_id}/pause'].post;

/** The views, in the order of the results. */
export const views: readonly View[] = [
  {
    id: 'start',
    name: 'The first page',
    heading: contract.info.title,
    // Not every subject shows the summary.
    openings: [contract.info.summary, contract.info.description].map(openingOf),
  },
  {
    id: 'operation',
    name: 'An operation by its address',
    heading: summary,
    openings: [openingOf(description)],
  },
];

/** The words up to the first that are set apart by a mark, as all subjects show them in one piece. */
function openingOf(markdown: string): string {
  return /^[\w ]+/.exec(markdown)![0].trim();
}
