import type { Exchange, Finding } from './exchange.ts';

/** Colors a text; `styleText` of `node:util` is such a function. */
export type Style = (format: 'dim' | 'green' | 'yellow' | 'red', text: string) => string;

/**
 * Returns an exchange as one line, followed by a line for each reason and finding.
 *
 * @param style colors it; plain text if it is left out
 *
 * @example
 * createMock({ onExchange: (exchange) => console.log(formatExchange(exchange)) });
 * // 09:14:07 POST /api/v1/sandboxes  startSandbox  200  1 ms
 */
export function formatExchange(exchange: Exchange, style: Style = (_, text) => text): string {
  const { time, method, path, query, operation = '-', status, duration, fault } = exchange;
  const colour = status >= 500 || status === 0 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const line = [
    `${style('dim', clockTime(time))} ${method} ${printable(query === '' ? path : `${path}?${query}`)}`,
    operation,
    style(colour, status === 0 ? 'reset' : String(status)),
    style('dim', `${duration.toFixed(0)} ms`),
    ...(fault === undefined ? [] : [style('dim', `fault: ${fault}`)]),
  ].join('  ');
  const { reason, findings } = exchange;
  const details = [
    ...(reason === undefined ? [] : [`  ${reason}`]),
    ...findings.slice(0, shown).map(describe),
    ...(findings.length > shown ? [`  and ${findings.length - shown} more`] : []),
  ];
  return [line, ...details.map((detail) => style('red', printable(detail)))].join('\n');
}

/** How many findings are printed of an exchange. */
const shown = 10;

/** Returns the time of the day on this machine. */
function clockTime(time: string): string {
  return new Date(time).toTimeString().slice(0, 8);
}

/** How many characters a line can have. */
const longest = 1000;

/** A short text without characters that would break a line or steer a terminal: callers choose paths and names. */
function printable(text: string): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return short.replaceAll(
    /\p{Cc}/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function describe({ side, part, pointer, message }: Finding): string {
  return `  ${side} ${part}${pointer ? ` ${pointer}` : ''}: ${message}`;
}
