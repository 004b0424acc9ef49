/** The HTML of every page of the built documentation. Part of `npm run check`. */
import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import { files, pages } from './support/site.ts';

const validator = new HtmlValidate({
  extends: [
    'html-validate:recommended',
    'html-validate:standard',
    'html-validate:a11y',
  ],
  // Small letters are as good (HTML Standard, section 13.1.1).
  rules: { 'doctype-style': 'off' },
});

test.each([...pages.keys()])('%s is valid', async (path) => {
  const { results } = await validator.validateString(files.get(path)!);
  const messages = results.flatMap((result) => result.messages);
  expect(
    messages.map(
      ({ line, ruleId, message }) => `${line} ${ruleId}: ${message}`,
    ),
  ).toEqual([]);
});
