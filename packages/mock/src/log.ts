import { styleText } from 'node:util';
import type { Exchange } from './exchange.ts';
import { formatExchange, type Style } from './format-exchange.ts';

/** Prints exchanges. */
export interface Log {
  readonly print: (exchange: Exchange) => void;
  /** Writes what waits to be written. */
  readonly flush: () => void;
}

/** How long a line may wait for others, in milliseconds. */
const patience = 10;

/**
 * Makes a log. Lines that come shortly after each other are written together, because a write takes longer
 * than many an answer.
 */
export function createLog(stream: NodeJS.WriteStream, form: 'lines' | 'json'): Log {
  const coloured = styleText('red', 'x', { stream }) !== 'x';
  // Asked once: to ask each time takes longer than the answer, too.
  const style: Style | undefined = coloured
    ? (format, part) => styleText(format, part, { validateStream: false })
    : undefined;
  let text = '';

  function flush(): void {
    if (text !== '') stream.write(text);
    text = '';
  }
  return {
    print(exchange) {
      if (text === '') setTimeout(flush, patience);
      text += `${form === 'json' ? JSON.stringify(exchange) : formatExchange(exchange, style)}\n`;
    },
    flush,
  };
}
