/** The kinds of reports that there are. */
export const reportKinds = ['pretty', 'json', 'junit', 'har'] as const;

/** A kind of report. */
export type ReportKind = (typeof reportKinds)[number];
