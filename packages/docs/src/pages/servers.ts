/** The servers of a contract, a path or an operation. */
import {
  childOf,
  childrenOf,
  listOf,
  textOf,
} from '@agent-conversation/contract';
import {
  blocks,
  code,
  codeOf,
  line,
  list,
} from '@agent-conversation/cli/markdown';
import { prose } from './prose.ts';

/** A URL that readers enter, as they do with the button of the site for the base URL. */
const variableAlone = /^\{[^{}]*\}$/;

/** Lists the servers of a part of a contract, each with its variables. */
export function serverList(part: unknown): string {
  const items: string[] = [];
  for (const server of listOf(childOf(part, 'servers'))) {
    const url = textOf(childOf(server, 'url'));
    if (variableAlone.test(url)) continue;
    const variables = childrenOf(childOf(server, 'variables')).map(
      ([name, variable]) => {
        return variableText(String(name), variable);
      },
    );
    const text = `${code(url)} ${meaningOf(server)}`;
    items.push(blocks(text, list(variables)));
  }
  return list(items);
}

function variableText(name: string, variable: unknown): string {
  const values = listOf(childOf(variable, 'enum')).map(codeOf);
  const preset = codeOf(childOf(variable, 'default') ?? '');
  const choice = values.length > 0 ? `, one of ${values.join(', ')}` : '';
  const meaning = meaningOf(variable);
  return line(`${code(name)} is ${preset} by default${choice}. ${meaning}`);
}

function meaningOf(part: unknown): string {
  const description = textOf(childOf(part, 'description'));
  return line(prose(description));
}
