import { parseArgs } from 'node:util';

/** What `npm start` was asked for. */
export interface Options {
  readonly docsPort: number;
  /** Undefined when only the docs are wanted. */
  readonly mockPort: number | undefined;
}

export const help = `Usage: npm start [-- options]
       npm run docs [-- options]   the docs alone

Builds everything, serves the docs and the mock on 127.0.0.1, and follows edits of openapi/ and of the
guides and the source of the docs. Open pages load again by themselves; what does not build is told there.

Options
  --docs-port NUMBER   the port of the docs (default 4000)
  --mock-port NUMBER   the port of the mock (default 4010)
  --docs-only          serve the docs alone
  --help               print this text`;

/**
 * Reads the command line.
 *
 * @returns undefined when the help is wanted
 * @throws {TypeError} naming the option that is wrong
 */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'docs-port': { type: 'string', default: '4000' },
      'mock-port': { type: 'string', default: '4010' },
      'docs-only': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  return {
    docsPort: port('--docs-port', values['docs-port']),
    mockPort: values['docs-only'] ? undefined : port('--mock-port', values['mock-port']),
  };
}

function port(option: string, text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) {
    throw new TypeError(`${option} takes a number from 0 to 65535, not '${text}'`);
  }
  return Number(text);
}
