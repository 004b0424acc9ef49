import { BuildError } from '../build-error.ts';

const loads = [
  /\s(?:src|srcset|poster|data)\s*=\s*["']?(?:https?:)?\/\/[^"'\s>]*/gi,
  /url\(\s*["']?(?:https?:)?\/\/[^)]*/gi,
  /@import[^;]*/gi,
  /<(?:link|iframe|object|embed)\b[^>]*/gi,
];

/** Refuses markup and styles that would load anything from another address. */
export function refuseLoads(html: string): void {
  const found = loads.flatMap((load) => html.match(load) ?? []);
  if (found.length > 0) {
    throw new BuildError(`The page would load from elsewhere:\n${found.join('\n')}`);
  }
}
