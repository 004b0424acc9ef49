import { HtmlValidate } from 'html-validate';

/** Rules of html-validate that pages need not keep, each with its reason. */
const off = {
  // Small letters are as good (HTML Standard, section 13.1.1), and what the printer of the pages writes.
  'doctype-style': 'off',
} as const;

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:standard'],
  rules: off,
});

/**
 * What the HTML of a page breaks of the standard and of good practice.
 *
 * @returns line and column, the rule and its message
 */
export async function invalidHtml(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}
