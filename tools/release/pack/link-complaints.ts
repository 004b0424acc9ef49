import { existsSync } from 'node:fs';
import { join } from 'node:path';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { leadsWithin, type PackedFiles } from './packed-files.ts';

const site =
  /^https:\/\/github\.com\/agent-conversation\/agent-conversation-api\/(?:blob|tree)\/main\//;

/**
 * Tells of links in a file of Markdown that lead nowhere: out of the package, or to what the repository does not
 * have.
 */
export function linkComplaints(path: string, files: PackedFiles, root: string): readonly string[] {
  if (!path.endsWith('.md')) return [];
  return linksOf(files.read(path)).flatMap((link) => {
    const [target = ''] = link.split('#');
    const ours = target.replace(site, '');
    if (ours !== target) {
      return existsSync(join(root, ours)) ? [] : [`${path}: the link ${link} leads to nothing`];
    }
    if (target === '' || /^(https?|mailto):/.test(target) || leadsWithin(files, path, target)) {
      return [];
    }
    return [`${path}: the link ${link} leads out of the package. Write the whole address`];
  });
}

function linksOf(markdown: string): readonly string[] {
  const links: string[] = [];
  visit(unified().use(remarkParse).parse(markdown), (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
      links.push(node.url);
    }
  });
  return links;
}
