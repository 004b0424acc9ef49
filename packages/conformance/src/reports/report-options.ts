/** What every report is told. */
export interface ReportOptions {
  /** What must not be seen in it, such as the key; the secrets that the answers have are found without. */
  readonly secrets: readonly string[];
}
