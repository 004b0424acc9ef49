import { styleText } from 'node:util';
import type { Exchange } from './exchange.ts';
import { formatExchange, type Style } from './format-exchange.ts';

/**
 * Prints exchanges. Those that end together are written together, because a write takes longer than the
 * answer.
 */
export function createLog(
  stream: NodeJS.WriteStream,
  form: 'lines' | 'json',
): (exchange: Exchange) => void {
  const coloured = styleText('red', 'x', { stream }) !== 'x';
  // Asked once: to ask each time takes longer than the answer, too.
  const style: Style | undefined = coloured
    ? (format, part) => styleText(format, part, { validateStream: false })
    : undefined;
  let text = '';
  return (exchange) => {
    if (text === '') {
      setImmediate(() => {
        stream.write(text);
        text = '';
      });
    }
    text += `${form === 'json' ? JSON.stringify(exchange) : formatExchange(exchange, style)}\n`;
  };
}
