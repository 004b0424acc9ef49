import { contentSecurityPolicy } from './content-security-policy.ts';

/** What a page is composed of. Styles and markup are HTML, scripts are JavaScript, the rest is text. */
export type PageParts = {
  title: string;
  description: string;
  metadata: Record<string, string>;
  styles: string;
  markup: string;
  modules: string[];
};

/** Puts a whole page together. It loads nothing, and its policy keeps it from doing so. */
export function composePage({ title, description, metadata, ...parts }: PageParts): string {
  const { styles, markup, modules } = parts;
  const policy = contentSecurityPolicy([...inlineScripts(markup), ...modules]);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<meta name="description" content="${escape(description)}">
${Object.entries(metadata)
  .map(([name, content]) => `<meta name="${name}" content="${escape(content)}">`)
  .join('\n')}
<link rel="icon" href="data:,">
${styles}
</head>
<body>
<a class="skip-link" href="#api-content">Skip to content</a>
<noscript>
<p>
The operations are shown with JavaScript only. The contract itself is in
<a href="openapi.json">openapi.json</a> and <a href="openapi.yaml">openapi.yaml</a>.
</p>
</noscript>
${markup}
${modules.map((module) => `<script type="module">${module}</script>`).join('\n')}
</body>
</html>
`;
}

function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
