import type { Context, Node, Visitor } from './visitor.ts';

/** Demands that descriptions are made of sentences, and that the summaries of examples are none. */
export function sentences(): Visitor {
  return {
    Info: checkDescription,
    Server: checkDescription,
    Tag: checkDescription,
    SecurityScheme: checkDescription,
    Operation: checkDescription,
    Parameter: checkDescription,
    RequestBody: checkDescription,
    Response: checkDescription,
    Header: checkDescription,
    Link: checkDescription,
    Example({ summary, description }, context) {
      check({ description }, isProse, demands.description, context);
      check({ summary }, isTitle, demands.summary, context);
    },
    Schema(node, context) {
      checkDescription(node, context);
      const { 'x-enumDescriptions': texts } = node;
      if (typeof texts !== 'object' || texts === null) return;
      check(texts, isProse, demands.meaning, context, ['x-enumDescriptions']);
    },
    ref: {
      // Redocly shows the target of a $ref as the node; only here is the description beside it seen.
      enter(node, context) {
        if (context.type.name === 'Schema') checkDescription(node, context);
      },
    },
  };
}

const demands = {
  description: 'A description must begin with a capital letter and end with a full stop',
  meaning: 'The meaning of a value must begin with a capital letter and end with a full stop',
  summary: 'The summary of an example must begin with a capital letter and have no full stop',
};

function checkDescription({ description }: Node, context: Context) {
  check({ description }, isProse, demands.description, context);
}

function check(
  texts: object,
  keeps: (text: string) => boolean,
  demand: string,
  { location, report }: Context,
  path: readonly string[] = [],
) {
  for (const [key, text] of Object.entries(texts)) {
    // That there is a text is demanded by other rules.
    if (typeof text !== 'string' || text.trim() === '' || keeps(text.trim())) continue;
    report({
      message: `${demand}: mend the text.`,
      location: location.child([...path, key]).key(),
    });
  }
}

/** What ends a sentence, a table or code. */
const end = /([.!?:]["'`)\]*_]*|\||```)$/;

/** The last item of a list, with the indented lines that go on with it. */
const lastItem = /(^|\n)\s*([-*+]|\d+\.)\s.*(\n[ \t]+\S.*)*$/;

/** Prose begins with a capital, a digit or Markdown, and ends a sentence, a list, a table or code. */
function isProse(text: string) {
  return !/^\p{Ll}/u.test(text) && (end.test(text) || lastItem.test(text));
}

function isTitle(text: string) {
  return !/^\p{Ll}/u.test(text) && !text.endsWith('.');
}
