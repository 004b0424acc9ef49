/** Checks the links in Markdown: files, guides of the docs, and descriptions of the contract. */
import { dirname, join, normalize } from 'node:path/posix';
import { nearest } from '@agent-conversation/cli';
import type { SourceFiles } from '@agent-conversation/cli/source';
import GithubSlugger from 'github-slugger';
import { toString as proseOf } from 'mdast-util-to-string';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { BundleReport, type Contract, type Diagnostic, errorAt } from '../diagnostic.ts';
import { parts } from '../spectral/lib/document.js';
import { DocsSite } from './docs-site.ts';

const rule = 'contract/markdown-links';
// Links and headings are the same without the extensions of GitHub, which take most of the time.
const parser = unified().use(remarkParse).freeze();

interface Link {
  readonly url: string;
  readonly offset: number;
}

/** Reports links in Markdown files that lead to no file or heading, and references without a definition. */
export function checkLinks(contract: Contract, names: readonly string[]): readonly Diagnostic[] {
  const targets = new Targets(contract);
  return names.flatMap((file) => {
    const text = contract.files.text(file);
    const links = linksIn(text).flatMap(({ url, offset }) => {
      const fault = targets.faultOf(file, url);
      return fault === undefined ? [] : [errorAt(file, text, offset, rule, fault)];
    });
    const undefinedLabels = undefinedReferences(text).map(({ url, offset }) =>
      errorAt(
        file,
        text,
        offset,
        rule,
        `The label \`${url}\` has no definition: add \`[${url}]: …\`, or fix it.`,
      ),
    );
    return [...links, ...undefinedLabels];
  });
}

/** Reports relative links in descriptions: they appear on many pages, in editors and in types. */
export function checkDescriptionLinks({ files, document }: Contract): readonly Diagnostic[] {
  const report = new BundleReport(files, rule);
  for (const { node, path } of parts(document)) {
    for (const key of ['description', 'summary']) {
      const text = node[key];
      if (typeof text !== 'string') continue;
      for (const { url } of linksIn(text)) {
        if (/^https?:\/\//.test(url)) continue;
        report.add(
          [...path, key],
          `The link \`${url}\` leads nowhere, as descriptions appear on many pages: write the name of the operation or schema in backticks, which links it, or an address with https.`,
        );
      }
      for (const { url } of undefinedReferences(text)) {
        report.add(
          [...path, key],
          `The label \`${url}\` has no definition: write the address instead.`,
        );
      }
    }
  }
  return report.diagnostics;
}

/** Returns the addresses of links, images and definitions. */
function linksIn(text: string): readonly Link[] {
  const links: Link[] = [];
  // Parsing is slow.
  if (!/\]\(|\]:|<[a-z]+:/i.test(text)) return links;
  visit(parser.parse(text), (node) => {
    if ('url' in node) links.push({ url: node.url, offset: node.position?.start.offset ?? 0 });
  });
  return links;
}

/** Returns the labels of `[text][label]` without a definition, which Markdown leaves as text. */
function undefinedReferences(text: string): readonly Link[] {
  const labels: Link[] = [];
  if (!/\]\[/.test(text)) return labels;
  visit(parser.parse(text), 'text', ({ value, position }) => {
    for (const { 1: label = '', index } of value.matchAll(/\[[^[\]]+\]\[([^[\]]+)\]/g)) {
      labels.push({ url: label, offset: (position?.start.offset ?? 0) + index });
    }
  });
  return labels;
}

/** What links may lead to. */
class Targets {
  readonly #files: SourceFiles;
  readonly #site: DocsSite;
  readonly #anchors = new Map<string, readonly string[]>();

  constructor(contract: Contract) {
    this.#files = contract.files;
    this.#site = new DocsSite(contract);
  }

  /** Returns why a link leads nowhere; undefined if it leads somewhere, or out of the repository. */
  faultOf(from: string, url: string): string | undefined {
    if (/^([a-z][\w+.-]*:|\/\/)/i.test(url)) return undefined;
    const [path = '', anchor = ''] = decodeURI(url).split('#');
    const link = `The link \`${url}\``;
    const page = path === '' ? undefined : this.#site.pageAt(from, path);
    if (page?.names) {
      const wanted = page.name ?? anchor;
      if (wanted === '' || page.names.includes(wanted)) return undefined;
      if (!page.file)
        return `${link} leads to none of the ${page.group}: ${hintAt(wanted, page.names)}.`;
    }
    const file = page?.file ?? (path === '' ? from : normalize(join(dirname(from), path)));
    if (file.startsWith('..') || !this.#files.exists(file)) {
      return `${link} leads to no file: ${file} does not exist. Fix the path.`;
    }
    if (anchor === '' || !file.endsWith('.md')) return undefined;
    const anchors = this.#anchorsOf(file);
    if (anchors.includes(anchor)) return undefined;
    return `${link} leads to no heading of ${file}: ${hintAt(anchor, anchors)}.`;
  }

  /** Returns the anchors of a file: those of GitHub, and in pages of the docs the name that a heading begins with. */
  #anchorsOf(file: string): readonly string[] {
    const known = this.#anchors.get(file);
    if (known) return known;
    const slugger = new GithubSlugger();
    const anchors: string[] = [];
    visit(parser.parse(this.#files.text(file)), 'heading', (heading) => {
      const text = proseOf(heading);
      anchors.push(slugger.slug(text));
      const [name] = /^\w+(?=$| · )/.exec(text) ?? [];
      if (name !== undefined) anchors.push(name);
    });
    this.#anchors.set(file, anchors);
    return anchors;
  }
}

function hintAt(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? 'fix it' : `did you mean \`${meant}\``;
}
