import { defaults, type Settings } from './options.ts';

/** The command line that makes checks again, in the words of a POSIX shell. The key is not in it. */
export function againLine(settings: Settings, ids: readonly string[]): string {
  const { baseUrl, write, writeRemote, strict, seed, rate, timeout, wait, isLoopback } = settings;
  const usualRate = isLoopback ? defaults.loopbackRate : defaults.rate;
  const words = [
    'npx',
    'agent-conversation-conformance',
    '--base-url',
    baseUrl,
    ...(write ? ['--write'] : []),
    ...(writeRemote ? ['--write-remote'] : []),
    ...(strict ? ['--strict'] : []),
    ...(rate === usualRate ? [] : ['--rate', String(rate)]),
    ...(timeout === defaults.timeout ? [] : ['--timeout', `${timeout}ms`]),
    ...(wait === defaults.wait ? [] : ['--wait', `${wait}ms`]),
    '--seed',
    String(seed),
    ...ids.flatMap((id) => ['--include', id]),
  ];
  return words.map(quoted).join(' ');
}

/** A word as a POSIX shell reads it (POSIX.1-2024, section 2.2). */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
