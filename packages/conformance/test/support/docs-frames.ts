import { toString } from 'hast-util-to-string';
import { attribute, elements, type Site } from './docs-site.ts';

/** What each page has once, and where: the first two unlike those of all other pages. */
const parts = {
  title: { selector: 'head > title', isUnique: true },
  description: { selector: 'head > meta[name=description]', isUnique: true },
  policy: { selector: 'head > meta[http-equiv=Content-Security-Policy]', isUnique: false },
  'main heading': { selector: 'h1', isUnique: false },
};

/**
 * What is wrong with the frames of the pages of a site: a part that is missing, there twice or that of another page;
 * something that stands before the policy which governs it; an id that is there twice.
 *
 * @returns a text for each: the page, and what is wrong
 */
export function faultyFrames(site: Site): string[] {
  const owners = new Map<string, string>();
  return [...site.pages].flatMap(([path, tree]) => {
    const faults: string[] = [];
    for (const [name, { selector, isUnique }] of Object.entries(parts)) {
      const found = elements(tree, selector);
      const [text = ''] = found.map(
        (element) => attribute(element, 'content') ?? toString(element),
      );
      if (found.length !== 1 || text.trim() === '') {
        faults.push(`has ${text ? found.length : 'no'} ${name}`);
      }
      const owner = owners.get(`${name}: ${text}`);
      if (isUnique && owner !== undefined) faults.push(`has the ${name} of ${owner}`);
      owners.set(`${name}: ${text}`, path);
    }
    const [first] = elements(tree, 'head > :not(meta[charset])');
    if (first && attribute(first, 'httpEquiv')?.toLowerCase() !== 'content-security-policy') {
      faults.push(`has a ${first.tagName} before the policy`);
    }
    const ids = site.ids.get(path) ?? [];
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
    faults.push(...twice.map((id) => `has the id ${id} twice`));
    return faults.map((fault) => `${path} ${fault}`);
  });
}
