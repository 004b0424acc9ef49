import { BuildError } from '../sources/read-source.ts';

/**
 * The list of a site's pages for crawlers, by the sitemap protocol 0.9 (<https://www.sitemaps.org/protocol.html>).
 *
 * @param baseUrl the address of the site's root, absolute, such as `https://docs.example/api/`
 * @param paths of the pages from there, with extension: `operations/pauseSandbox.html`
 * @throws {BuildError} if the address is not absolute, or not one of HTTP
 */
export function sitemap(baseUrl: string, paths: readonly string[]): string {
  if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
    throw new BuildError(
      `A sitemap needs the site's address, such as https://docs.example/api/, not "${baseUrl}".`,
    );
  }
  const root = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
  const urls = paths.map(
    (path) => `  <url><loc>${escaped(new URL(path, root).href)}</loc></url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  "'": '&apos;',
  '"': '&quot;',
  '>': '&gt;',
  '<': '&lt;',
};

function escaped(address: string): string {
  return address.replaceAll(/[&'"<>]/g, (character) => entities[character]!);
}
