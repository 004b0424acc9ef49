/** The form of the entries of openapi/decisions.md: lint demands it, and the docs read it. */
const facts = String.raw`(\d{4}-\d\d-\d\d · (?:documented|assumed|observed · [^|\n]*\S))`;

/** A section: id, title, facts, and a text that has what is documented, what is chosen, and the alternatives. */
export const decisionSection: RegExp = new RegExp(
  String.raw`^## (D\d\d) · (\S.*)\n\n${facts}\n\n([^]*?)(?=\n## |(?![^]))`,
  'gm',
);

/** A row of the table of trivial decisions: id, title, what is documented, what is chosen, and facts. */
export const decisionRow: RegExp = new RegExp(
  String.raw`^\| (D\d\d) +\| (\S.*?) +\| (\S.*?) +\| (\S.*?) +\| ${facts} +\|$`,
  'gm',
);
