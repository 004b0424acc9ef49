/** Checks the links in Markdown: files, guides of the docs, and descriptions of the contract. */
import { dirname, join, normalize } from 'node:path/posix';
import type { SourceFiles } from '@agent-conversation/cli/source';
import { isPercentEncoded, textOf } from '@agent-conversation/contract';
import GithubSlugger from 'github-slugger';
import { toString as proseOf } from 'mdast-util-to-string';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import {
  Report,
  type Contract,
  type Diagnostic,
  errorAt,
  hintFor,
} from '../diagnostic.ts';
import { parts } from '../spectral/lib/document.js';

const rule = 'contract/markdown-links';
// Links and headings are the same without the extensions of GitHub, which take most of the time.
const parser = unified().use(remarkParse).freeze();

/** What `npm run record` writes, with links. */
const recorded = new Set([
  'packages/client/API.md',
  'packages/mock/COMMAND.md',
  'packages/conformance/COMMAND.md',
  'packages/docs/coverage.md',
]);

/** Pages and files that the docs generate. The test of the docs follows the links to them. */
const generated =
  /^(about|changelog|client|commands|decisions|lifecycles|llms|openapi|operations|reference|schemas|workflows)\b/;

/** Reports links in Markdown files that lead to no file or heading, and references without a definition. */
export function checkLinks(
  { files }: Contract,
  names: readonly string[],
): readonly Diagnostic[] {
  const known = new Map<string, Markdown>();
  const read = (file: string): Markdown => {
    const markdown = known.get(file) ?? readMarkdown(files.text(file));
    known.set(file, markdown);
    return markdown;
  };
  return names.flatMap((file) => {
    const text = files.text(file);
    const { links, labels } = read(file);
    const faults = links.map(({ text: url, offset }) => {
      const fault = faultOf(files, read, file, url);
      const stale = `The link \`${url}\` leads nowhere any more: run \`npm run record\`, which writes this file.`;
      return { offset, message: fault && recorded.has(file) ? stale : fault };
    });
    const undefinedLabels = labels.map(({ text: label, offset }) => ({
      offset,
      message: `The label \`${label}\` has no definition: add \`[${label}]: …\`, or fix it.`,
    }));
    return [...faults, ...undefinedLabels].flatMap(({ offset, message }) =>
      message === undefined ? [] : errorAt(file, text, offset, rule, message),
    );
  });
}

const instead =
  'write the name of the operation or schema in backticks, which links it, or an address with https';

/** Reports relative links in descriptions: they appear on many pages, in editors and in types. */
export function checkDescriptionLinks({
  files,
  document,
}: Contract): readonly Diagnostic[] {
  const report = new Report(files, rule);
  for (const { node, path } of parts(document)) {
    for (const key of ['description', 'summary']) {
      const text = textOf(node[key]);
      if (!/\][([:]/.test(text)) continue;
      const { links, labels } = readMarkdown(text);
      for (const { text: url } of links) {
        if (/^https?:\/\//.test(url)) continue;
        const problem = `The link \`${url}\` leads nowhere, as descriptions appear on many pages`;
        report.add([...path, key], `${problem}: ${instead}.`);
      }
      for (const { text: label } of labels) {
        const problem = `The label \`${label}\` has no definition`;
        report.add([...path, key], `${problem}: write the address instead.`);
      }
    }
  }
  return report.diagnostics;
}

interface Located {
  readonly text: string;
  readonly offset: number;
}

interface Markdown {
  /** The addresses of links, images and definitions. */
  readonly links: readonly Located[];
  /** The labels of `[text][label]` and `[label][]` that have no definition, which Markdown leaves as text. */
  readonly labels: readonly Located[];
  /** The anchors of headings: those of GitHub, and, as in the docs, the name that a heading begins with. */
  readonly anchors: readonly string[];
}

function readMarkdown(markdown: string): Markdown {
  const slugger = new GithubSlugger();
  const links: Located[] = [];
  const labels: Located[] = [];
  const anchors: string[] = [];
  visit(parser.parse(markdown), (node) => {
    const offset = node.position?.start.offset ?? 0;
    if ('url' in node) links.push({ text: node.url, offset });
    if (node.type === 'text') {
      // What follows a word is an index, as in `list[0][1]`.
      const references = /(?<![\w\]])\[([^[\]]+)\]\[([^[\]]*)\]/g;
      for (const match of node.value.matchAll(references)) {
        const [, content = '', label] = match;
        labels.push({ text: label || content, offset: offset + match.index });
      }
    }
    if (node.type === 'heading') {
      const text = proseOf(node);
      const [name] = /^\w+(?=$| · )/.exec(text) ?? [];
      anchors.push(slugger.slug(text));
      if (name !== undefined) anchors.push(name);
    }
  });
  return { links, labels, anchors };
}

/** Returns why a link leads nowhere; undefined if it leads somewhere, or out of the repository. */
function faultOf(
  files: SourceFiles,
  read: (file: string) => Markdown,
  from: string,
  url: string,
): string | undefined {
  if (/^([a-z][\w+.-]*:|\/\/)/i.test(url)) return undefined;
  const link = `The link \`${url}\``;
  if (!isPercentEncoded(url))
    return `${link} is no valid URL: write \`%25\` for a percent sign.`;
  const [path = '', anchor = ''] = decodeURI(url).split('#');
  const file = path === '' ? from : targetOf(from, path);
  if (file === undefined) return undefined;
  if (file.startsWith('..') || !files.exists(file))
    return `${link} leads to no file: ${file} does not exist. Fix the path.`;
  if (anchor === '' || !file.endsWith('.md')) return undefined;
  const { anchors } = read(file);
  if (anchors.includes(anchor)) return undefined;
  const hint = hintFor(anchor, anchors, 'fix it');
  return `${link} leads to no heading of ${file}: ${hint}.`;
}

/** Returns the file that a path leads to; undefined if the docs generate it. */
function targetOf(from: string, path: string): string | undefined {
  const docs = 'packages/docs/';
  if (!/^packages\/docs\/(guides\/|coverage)/.test(from))
    return normalize(join(dirname(from), path));
  // The start page stands above the other guides.
  const page = from.replace(docs, '').replace('guides/index.md', 'index.md');
  const target = normalize(join(dirname(page), path));
  if (generated.test(target)) return undefined;
  return docs + target.replace(/^index\.md$/, 'guides/index.md');
}
