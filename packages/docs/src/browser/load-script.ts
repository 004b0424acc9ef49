import { atRoot } from './dom.ts';

const loading = new Map<string, Promise<void>>();

/**
 * Runs a script of the site, once, however often it is asked for. It is an element, since from `file:`
 * nothing may be fetched.
 *
 * @param path from the site's root
 * @throws {Error} if it cannot be loaded; the next call tries again
 */
export function loadScript(path: string): Promise<void> {
  const known = loading.get(path);
  if (known) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = atRoot(path);
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loading.delete(path);
      script.remove();
      reject(new Error(`${path} could not be loaded`));
    });
    document.head.append(script);
  });
  loading.set(path, loaded);
  return loaded;
}
