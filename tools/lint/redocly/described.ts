import type { Context, Node, Visitor } from './visitor.ts';

/**
 * Demands a description of what other rules do not: members, request bodies, links and servers; and a
 * summary of examples.
 */
export function described(): Visitor {
  const member = (node: Node, context: Context) => {
    if (isMember(context.location.pointer)) demand(node, context);
  };
  return {
    RequestBody: demand,
    Link: demand,
    Server: demand,
    Example({ summary }, { key, location, report }) {
      if (isText(summary)) return;
      const message = `The example \`${key}\` must have a summary: say what it shows.`;
      report({ message, location: location.key() });
    },
    Schema: member,
    ref: {
      // Redocly shows the target of a $ref as the node; only here is the description beside it seen.
      enter(node, context) {
        if (context.type.name === 'Schema') member(node, context);
      },
    },
  };
}

/** Whether a place is that of a member. Behind `properties` is a name, which may be `properties`, too. */
function isMember(pointer: string) {
  const [run = ''] = /(?:\/properties)+(?=\/[^/]+$)/.exec(pointer) ?? [];
  return run.split('/').length % 2 === 0;
}

function demand({ description }: Node, { key, type, location, report }: Context) {
  if (isText(description)) return;
  const kind = type.name === 'Schema' ? `The member \`${key}\`` : kinds[type.name];
  const message = `${kind} must have a description: say what it is for.`;
  report({ message, location: location.key() });
}

function isText(value: unknown) {
  return typeof value === 'string' && value.trim() !== '';
}

const kinds: Readonly<Record<string, string>> = {
  RequestBody: 'The request body',
  Link: 'The link',
  Server: 'The server',
};
