import type { Exchange, Finding } from './exchange.ts';

/** How a text is coloured; `styleText` of `node:util` is such a function. */
export type Style = (format: 'dim' | 'green' | 'yellow' | 'red', text: string) => string;

/**
 * An exchange as one line for people, and a line below it for each thing that is not as the contract says.
 *
 * @param style colours it; left out, it is plain text
 *
 * @example
 * createMock({ onExchange: (exchange) => console.log(formatExchange(exchange)) });
 * // POST /api/v1/sandboxes  startSandbox  200  1 ms
 */
export function formatExchange(exchange: Exchange, style: Style = (_, text) => text): string {
  const { method, path, operation = '-', status, duration, fault, findings } = exchange;
  const colour = status >= 500 || status === 0 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const line = [
    `${method} ${printable(path)}`,
    operation,
    style(colour, status === 0 ? 'reset' : String(status)),
    style('dim', `${duration.toFixed(0)} ms`),
    ...(fault === undefined ? [] : [style('dim', `fault: ${fault}`)]),
  ].join('  ');
  return [line, ...findings.map((finding) => style('red', printable(describe(finding))))].join(
    '\n',
  );
}

/** A text without characters that would break a line or steer a terminal: callers choose paths and names. */
function printable(text: string): string {
  return text.replaceAll(
    /\p{Cc}/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function describe({ side, part, pointer, message }: Finding): string {
  return `  ${side} ${part}${pointer ? ` ${pointer}` : ''}: ${message}`;
}
