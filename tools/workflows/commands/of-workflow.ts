import { isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { Command } from './command.ts';
import { simpleCommands } from './words.ts';

/** The commands of a workflow, those included that stand in a matrix under `test`. */
export function commandsOfWorkflow(file: string, text: string): Command[] {
  const lines = new LineCounter();
  const commands: Command[] = [];
  visit(parseDocument(text, { lineCounter: lines }), {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'string') return;
      if (key.value !== 'run' && key.value !== 'test') return;
      const { line } = lines.linePos(value.range?.[0] ?? 0);
      for (const words of simpleCommands(value.value.replace(/\$\{\{.*?\}\}/g, 'true'))) {
        commands.push({ place: `${file}:${line}`, words });
      }
    },
  });
  return commands;
}
