/**
 * Exchanges that contradict the contract, beside what the checker knows of an edition: they come from requests that the
 * checker does not send.
 */
export interface Deviation {
  /** The decision that describes it. */
  readonly decision: string;
  readonly why: string;
  /** Names as in decisions: with an edition, or of every edition. */
  readonly exchanges: readonly string[];
}

export const deviations: readonly Deviation[] = [
  {
    decision: 'D46',
    why: 'The service converts texts and numbers to the type that it expects.',
    exchanges: [
      'searchSandboxes/limit-with-spaces',
      'searchSandboxSpecs/limit-with-spaces',
      'startAppConversation/message-run-yes',
      'startAppConversation/pr-number-numeric-texts',
    ],
  },
  {
    decision: 'D46',
    why: 'The last value of a parameter that is given twice counts.',
    exchanges: ['searchSandboxes/limit-twice', 'searchSandboxSpecs/limit-twice'],
  },
  {
    decision: 'D22',
    why: 'Edition 1.5.0 does not know `secrets` of a start request, and ignores them.',
    exchanges: ['1.5.0 startAppConversation/secrets-string'],
  },
  {
    decision: 'D46',
    why: 'A body without a content type is read as JSON.',
    exchanges: ['startAppConversation/content-type-missing'],
  },
  {
    decision: 'D50',
    why: 'The service fails on a text that has no UTF-8 form.',
    exchanges: ['startAppConversation/lone-surrogate'],
  },
];
