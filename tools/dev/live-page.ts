/** How the quotes of a policy may be written in an attribute; what else is in it has no other way. */
const apostrophe = /&(?:#x27|#39|apos);/gi;

/** Where the script of a live page is. */
export const scriptPath = '/_live.js';

/** Where that script hears of builds. */
export const eventsPath = '/_live';

/**
 * A page with the script that loads it again after each build and shows why a build has failed. The page keeps
 * its policy, which is widened by no more than that script needs: itself, and its connection to this server.
 *
 * @param page HTML; a page without `</head>` stays as it is
 * @param build names the build that the page is of
 */
export function livePage(page: string, build: string): string {
  const script = `<script type="module" src="${scriptPath}?build=${build}"></script>`;
  return page
    .replace(
      /(<meta http-equiv="Content-Security-Policy" content=")([^"]*)/i,
      (_, before: string, policy: string) => before + widened(policy.replaceAll(apostrophe, "'")),
    )
    .replace(/<\/head>/i, (end) => script + end);
}

/** A policy (Content Security Policy Level 3, section 2.2) that allows scripts and connections of its own origin. */
function widened(policy: string): string {
  const directives = new Map(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .filter(([name]) => name)
      .map(([name = '', ...sources]) => [name.toLowerCase(), sources]),
  );
  for (const name of ['script-src', 'connect-src']) {
    const sources = directives.get(name) ?? directives.get('default-src');
    if (!sources || sources.includes("'self'")) continue;
    directives.set(name, [...sources.filter((source) => source !== "'none'"), "'self'"]);
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}
