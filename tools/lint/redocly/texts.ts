/** Rules on the text of the files: descriptions, the order of keys, status codes. */
import { stepsOf } from '@agent-conversation/contract';
import { isMap, isScalar, parseDocument } from 'yaml';
import {
  type Context,
  isText,
  type Node,
  schemas,
  type Visitor,
} from './visitor.ts';

/** Types of nodes that have a description. */
const describable =
  `Info Server Tag SecurityScheme Operation Parameter RequestBody Response Header Link
  Example`.split(/\s+/);

/** Properties, request bodies, links and servers have a description, and examples a summary. */
export function described(): Visitor {
  const demand = (what: string) => (node: Node, context: Context) => {
    if (isText(node['description'])) return;
    const message = `${what.replace('$', String(context.key))} must have a description: say what it is for.`;
    context.report({ message, location: context.location.key() });
  };
  const property = demand('The property `$`');
  return {
    RequestBody: demand('The request body'),
    Link: demand('The link `$`'),
    Server: demand('The server'),
    Example({ summary }, { key, location, report }) {
      if (isText(summary)) return;
      const message = `The example \`${key}\` must have a summary: say what it shows.`;
      report({ message, location: location.key() });
    },
    ...schemas((node, context) => {
      // A property may be called `properties`: it is one if the number of these keys before it is odd.
      const [run = ''] =
        /(?:\/properties)+(?=\/[^/]+$)/.exec(context.location.pointer) ?? [];
      if (run.split('/').length % 2 === 0) property(node, context);
    }),
  };
}

const proseDemand =
  'must begin with a capital letter and end with a full stop: fix the text.';

/** Descriptions consist of sentences, and summaries of examples do not. */
export function sentences(): Visitor {
  return texts((text, what) => {
    if (what === 'summary') {
      return /^\p{Ll}/u.test(text) || text.endsWith('.')
        ? 'The summary of an example must begin with a capital letter and have no full stop: fix the text.'
        : undefined;
    }
    if (isProse(text)) return undefined;
    return `${what === 'meaning' ? 'The meaning of a value' : 'A description'} ${proseDemand}`;
  });
}

/** Descriptions are Markdown without HTML: editors and types show tags as text, and the docs drop them. */
export function noHtml(): Visitor {
  return texts((text) => {
    const prose = text.replaceAll(/(`{3,})[^]*?\1|(`+)[^]*?\2/g, '');
    const [tag] =
      /<(?:\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>|!--)/i.exec(prose) ?? [];
    if (tag === undefined) return undefined;
    return `A description must have no HTML such as \`${tag}\`: use Markdown, or put it into backticks.`;
  });
}

type Kind = 'description' | 'summary' | 'meaning';

/** Reports what is wrong with descriptions, meanings of values and summaries of examples. */
function texts(
  faultOf: (text: string, kind: Kind) => string | undefined,
): Visitor {
  const check = (
    value: unknown,
    kind: Kind,
    { location, report }: Context,
    ...at: string[]
  ) => {
    const message = isText(value) ? faultOf(value.trim(), kind) : undefined;
    if (message !== undefined)
      report({ message, location: location.child(at).key() });
  };
  const description = (node: Node, context: Context) =>
    check(node['description'], 'description', context, 'description');
  return {
    ...Object.fromEntries(describable.map((type) => [type, description])),
    Example(node, context) {
      description(node, context);
      check(node['summary'], 'summary', context, 'summary');
    },
    ...schemas((node, context) => {
      description(node, context);
      for (const [value, text] of Object.entries(
        node['x-enumDescriptions'] ?? {},
      )) {
        check(text, 'meaning', context, 'x-enumDescriptions', value);
      }
    }),
  };
}

/** What ends a sentence, a table or code. */
const end = /([.!?:]["'`)\]*_]*|\||```)$/;

/** The last item of a list, with its indented lines. */
const lastItem = /(^|\n)\s*([-*+]|\d+\.)\s.*(\n[ \t]+\S.*)*$/;

function isProse(text: string): boolean {
  return !/^\p{Ll}/u.test(text) && (end.test(text) || lastItem.test(text));
}

/**
 * The keys of operations, parameters, responses and schemas have one order.
 *
 * @param orders by the type of node, as `redocly.yaml` lists them
 */
export function keyOrder(orders: Readonly<Record<string, string>>): Visitor {
  const check = (type: string) => {
    const order = orders[type]?.split(/\s+/) ?? [];
    return (node: Node, { location, report }: Context) => {
      const ordered = Object.keys(node).filter((key) => order.includes(key));
      const wanted = ordered.toSorted(
        (a, b) => order.indexOf(a) - order.indexOf(b),
      );
      const at = wanted.findIndex((key, i) => key !== ordered[i]);
      const key = wanted[at];
      if (key === undefined) return;
      const owner =
        type === 'Operation' ? 'an operation' : `a ${type.toLowerCase()}`;
      const message = `In ${owner}, \`${key}\` must be before \`${ordered[at]}\`: move it up.`;
      report({ message, location: location.child([key]).key() });
    };
  };
  return {
    Operation: check('Operation'),
    Parameter: check('Parameter'),
    Response: check('Response'),
    ...schemas(check('Schema')),
  };
}

/** Status codes are quoted and in order: only the text shows both, as JavaScript sorts numeric keys. */
export function statusCodes(): Visitor {
  return {
    Responses(_node, { location, report }) {
      const map = parseDocument(location.source.body).getIn(
        stepsOf(location.pointer),
        true,
      );
      if (!isMap(map)) return;
      let before = '';
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const status = String(key.value);
        const at = location.child([status]).key();
        const fault = (must: string) =>
          report({
            message: `The status \`${status}\` must be ${must}.`,
            location: at,
          });
        if (key.type === 'PLAIN' && /^\d/.test(status))
          fault(`quoted: write \`'${status}'\``);
        if (rank(before) > rank(status))
          fault(`before \`${before}\`: move it up`);
        before = status;
      }
    },
  };
}

/** Numbers first, a range such as `4XX` after its numbers, then `default`, then extensions. */
function rank(status: string): string {
  if (status.startsWith('x-')) return '~~';
  return status === 'default' ? '~' : status;
}
