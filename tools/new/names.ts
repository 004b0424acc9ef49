import pluralize from 'pluralize';

// What the library gets wrong, as its rules are about the ends of words.
pluralize.addSingularRule(/(cache|canvas)(es|s)?$/i, '$1');
pluralize.addUncountableRule(/(data|media|metadata)$/i);

/** Turns `Sandboxes` into `Sandbox`, `people` into `person`; keeps `Status` and `Access`. */
export function singular(noun: string): string {
  return pluralize.singular(noun);
}

/** Puts the article before a singular noun: `a sandbox`, `an event`, `a user`, but `events`. */
export function withArticle(noun: string): string {
  if (singular(noun) !== noun) return noun;
  const startsWithVowel = /^((?!u[nst][aeiou]|eu|one)[aeiou]|hour)/.test(noun);
  return `${startsWithVowel ? 'an' : 'a'} ${noun}`;
}

/** Returns the third person of a verb: `search` gives `searches`. */
export function thirdPerson(verb: string): string {
  if (/(x|ch|sh|s|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
