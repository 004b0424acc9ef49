/** @typedef {{ name: string, file: string }} Mark */
/** @typedef {{ id: string, heading: string, line: number, marks: Mark[] }} Decision */

/**
 * Reads the entries of the list of decisions: headings such as `## D07 · Title`, each with the
 * links of its paragraph that begins with `**Marks:**`.
 *
 * @param {string} text
 */
export function parseDecisions(text) {
  /** @type {Decision[]} */
  const decisions = [];
  let inMarks = false;
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const id = /^## (D\d+)/.exec(line)?.[1];
    if (id) decisions.push({ id, heading: line, line: i + 1, marks: [] });
    inMarks = line.startsWith('**Marks:**') || (inMarks && line.trim() !== '');
    if (inMarks) decisions.at(-1)?.marks.push(...links(line));
  }
  return decisions;
}

/**
 * @param {string} line
 * @returns {Mark[]}
 */
function links(line) {
  const found = line.matchAll(/\[`?([^\]`]+)`?\]\(([^)\s]+)\)/g);
  return [...found].map(([, name = '', file = '']) => ({ name, file }));
}
