const token =
  /"((?:[^"\\]|\\.)*)"|'([^']*)'|(&&|\|\||[;|&\n]|\d?>{1,2}&?\d?|<)|((?:[^\s"'\\;|&<>]|\\.)+)/g;

/**
 * The simple commands of a piece of shell script, word by word (POSIX.1-2024, Shell Command Language, sections
 * 2.2 and 2.9), without variables that are set before them and without redirections.
 */
export function simpleCommands(script: string): string[][] {
  const plain = script.replace(/\\\n/g, ' ').replace(/(^|\s)#.*$/gm, '$1');
  const commands: string[][] = [[]];
  let afterRedirection = false;
  for (const [, double, single, operator, word] of plain.matchAll(token)) {
    if (operator !== undefined) {
      afterRedirection = /[<>]/.test(operator) && !operator.includes('&');
      if (!/[<>]/.test(operator)) commands.push([]);
    } else if (afterRedirection) {
      afterRedirection = false;
    } else {
      commands.at(-1)!.push(double ?? single ?? word ?? '');
    }
  }
  return commands
    .map((words) => words.slice(words.findIndex((word) => !/^(\w+=.*|if|then|else|!)$/.test(word))))
    .filter((words) => words.length > 0);
}
