/** Turns `Sandboxes` into `Sandbox`, `Entries` into `Entry`; keeps `Status`, `Alias` and `Access`. */
export function singular(noun: string): string {
  return noun
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh|ss|tus|[iv]as)es$/, '$1')
    .replace(/(?<![sui]|[iv]a)s$/, '');
}

/** Puts the article before a singular noun: `a sandbox`, `an event`, but `events`. */
export function withArticle(noun: string): string {
  if (singular(noun) !== noun) return noun;
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** Returns the third person of a verb: `search` gives `searches`. */
export function thirdPerson(verb: string): string {
  if (/(x|ch|sh|s|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** Capitalizes the first letter. */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
