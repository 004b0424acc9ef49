/** `deleteSandboxSpec` and `SandboxSpec` in small words: `delete sandbox spec`, `sandbox spec`. */
export function wordsOf(name: string): string[] {
  return name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
}

/** `sandbox_id` or `sandbox-specs` as the name of a component: `SandboxId`, `SandboxSpecs`. */
export function pascal(name: string): string {
  return name.replaceAll(/(?:^|[-_])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `sandbox-specs` as the client has it: `sandboxSpecs`. */
export function camel(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * One of several: `Sandboxes` gives `Sandbox`, `Entries` gives `Entry`, `Aliases` gives `Alias`. What ends as
 * `Status`, `Analysis`, `Alias` or `Access` does is one.
 */
export function singular(noun: string): string {
  return noun
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh|ss|tus|[iv]as)es$/, '$1')
    .replace(/(?<![sui]|[iv]a)s$/, '');
}

/** With its article, unless there are several: `a sandbox`, `an event`, `events`. */
export function withArticle(noun: string): string {
  if (singular(noun) !== noun) return noun;
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** What somebody does who is told to: `search` gives `searches`. */
export function thirdPerson(verb: string): string {
  if (/(x|ch|sh|s|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** `deleteSandbox` as a name that begins with a capital. */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
