import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { Command } from './command.ts';
import { simpleCommands } from './words.ts';

const shells = new Set(['sh', 'bash', 'shell', 'console']);
const programs = /^(npm|npx|node|\.ci\/run|redocly|spectral) /;

/** The commands of a page: those of its blocks for a shell, and those that stand within its lines. */
export function commandsOfMarkdown(file: string, text: string): Command[] {
  const commands: Command[] = [];
  const add = (script: string, line: number) => {
    for (const words of simpleCommands(script)) commands.push({ place: `${file}:${line}`, words });
  };
  visit(unified().use(remarkParse).parse(text), (node) => {
    const line = node.position?.start.line ?? 1;
    if (node.type === 'code' && shells.has(node.lang ?? '')) add(node.value, line);
    if (node.type === 'inlineCode' && programs.test(`${node.value} `)) add(node.value, line);
  });
  return commands;
}
