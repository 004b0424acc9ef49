/** Checks the links in Markdown: files, guides of the docs, and descriptions of the contract. */
import { dirname, join, normalize } from 'node:path/posix';
import { nearest } from '@agent-conversation/cli';
import type { SourceFiles } from '@agent-conversation/cli/source';
import GithubSlugger from 'github-slugger';
import { toString as proseOf } from 'mdast-util-to-string';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import {
  BundleReport,
  type Contract,
  type Diagnostic,
  errorAt,
} from '../diagnostic.ts';
import { parts } from '../spectral/lib/document.js';
import { DocsSite } from './docs-site.ts';

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

interface Link {
  readonly url: string;
  readonly offset: number;
}

/** Reports links in Markdown files that lead to no file or heading, and references without a definition. */
export function checkLinks(
  contract: Contract,
  names: readonly string[],
): readonly Diagnostic[] {
  const targets = new Targets(contract);
  return names.flatMap((file) => {
    const text = contract.files.text(file);
    const links = linksIn(text).flatMap(({ url, offset }) => {
      const fault = targets.faultOf(file, url);
      if (fault === undefined) return [];
      const stale = `The link \`${url}\` leads nowhere any more: run \`npm run record\`, which writes this file.`;
      return [
        errorAt(file, text, offset, rule, recorded.has(file) ? stale : fault),
      ];
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

const instead =
  'write the name of the operation or schema in backticks, which links it, or an address with https';

/** Reports relative links in descriptions: they appear on many pages, in editors and in types. */
export function checkDescriptionLinks({
  files,
  document,
}: Contract): readonly Diagnostic[] {
  const report = new BundleReport(files, rule);
  for (const { node, path } of parts(document)) {
    for (const key of ['description', 'summary']) {
      const text = node[key];
      if (typeof text !== 'string') continue;
      for (const { url } of linksIn(text)) {
        if (/^https?:\/\//.test(url)) continue;
        const problem = `The link \`${url}\` leads nowhere, as descriptions appear on many pages`;
        report.add([...path, key], `${problem}: ${instead}.`);
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
  return blocksOf(text)
    .filter((block) => /\]\(|\]:/.test(block.text))
    .flatMap((block) => {
      const links: Link[] = [];
      visit(parser.parse(block.text), (node) => {
        if ('url' in node)
          links.push({ url: node.url, offset: block.offset + offsetOf(node) });
      });
      return links;
    });
}

/**
 * Returns the labels of `[text][label]` and `[label][]` that have no definition, which Markdown leaves as text. Case
 * and spaces in a label do not matter (CommonMark 0.31.2, section 4.7).
 */
function undefinedReferences(text: string): readonly Link[] {
  const normalized = (label: string) =>
    label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  const definitions = [...text.matchAll(/^ {0,3}\[([^[\]]+)\]:/gm)].map(
    ([, label = '']) => normalized(label),
  );
  return blocksOf(text)
    .filter((block) => block.text.includes(']['))
    .flatMap((block) => {
      const labels: Link[] = [];
      visit(parser.parse(block.text), 'text', (node) => {
        // What follows a word is an index, as in `list[0][1]`.
        const references = /(?<![\w\]])\[([^[\]]+)\]\[([^[\]]*)\]/g;
        for (const { 1: content = '', 2: label, index } of node.value.matchAll(
          references,
        )) {
          const url = label || content;
          labels.push({ url, offset: block.offset + offsetOf(node) + index });
        }
      });
      return labels;
    })
    .filter(({ url }) => !definitions.includes(normalized(url)));
}

interface Positioned {
  readonly position?:
    { readonly start: { readonly offset?: number | undefined } } | undefined;
}

function offsetOf({ position }: Positioned): number {
  return position?.start.offset ?? 0;
}

interface Block {
  readonly text: string;
  readonly offset: number;
}

/** Returns the paragraphs, tables and headings, without fenced code: parsing whole files takes long. */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let isCode = false;
  let start = 0;
  let offset = 0;
  const add = () => {
    const block = text.slice(start, offset);
    const isBlank = block.trim() === '';
    // Indented as in a list, it would be code.
    const indent = block.length - block.trimStart().length;
    if (!isCode && !isBlank)
      blocks.push({ text: block.trimStart(), offset: start + indent });
    start = offset;
  };
  for (const line of text.split(/(?<=\n)/)) {
    const isFence = /^\s*(```|~~~)/.test(line);
    if (isFence || line.trim() === '') add();
    offset += line.length;
    if (!isFence) continue;
    isCode = !isCode;
    start = offset;
  }
  add();
  return blocks;
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
    const link = `The link \`${url}\``;
    const decoded = decodedOf(url);
    if (decoded === undefined)
      return `${link} is no valid URL: write \`%25\` for a percent sign.`;
    const [path = '', anchor = ''] = decoded.split('#');
    const target = path === '' ? undefined : this.#site.targetOf(from, path);
    if (target?.group) {
      const { title, names } = target.group;
      const wanted = target.name ?? anchor;
      if (wanted === '' || names.includes(wanted)) return undefined;
      if (!target.file)
        return `${link} leads to none of the ${title}: ${hintAt(wanted, names)}.`;
    } else if (target && !target.file) {
      return undefined;
    }
    const file =
      target?.file ??
      (path === '' ? from : normalize(join(dirname(from), path)));
    if (file.startsWith('..') || !this.#files.exists(file)) {
      return `${link} leads to no file: ${file} does not exist. Fix the path.`;
    }
    if (anchor === '' || !file.endsWith('.md')) return undefined;
    const anchors = this.#anchorsOf(file);
    if (anchors.includes(anchor)) return undefined;
    return `${link} leads to no heading of ${file}: ${hintAt(anchor, anchors)}.`;
  }

  /** Returns the anchors of a file: those of GitHub, and, as in the docs, the name that a heading begins with. */
  #anchorsOf(file: string): readonly string[] {
    const known = this.#anchors.get(file);
    if (known) return known;
    const slugger = new GithubSlugger();
    const anchors: string[] = [];
    for (const block of blocksOf(this.#files.text(file))) {
      if (!block.text.startsWith('#')) continue;
      visit(parser.parse(block.text), 'heading', (heading) => {
        const text = proseOf(heading);
        anchors.push(slugger.slug(text));
        const [name] = /^\w+(?=$| · )/.exec(text) ?? [];
        if (name !== undefined) anchors.push(name);
      });
    }
    this.#anchors.set(file, anchors);
    return anchors;
  }
}

/** Undefined if it is not percent-encoded as it must be (RFC 3986, section 2.1). */
function decodedOf(url: string): string | undefined {
  try {
    return decodeURI(url);
  } catch {
    return undefined;
  }
}

function hintAt(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? 'fix it' : `did you mean \`${meant}\``;
}
