const token =
  /"((?:[^"\\]|\\.)*)"|'([^']*)'|(&&|\|\||\$\(|[;|&\n()]|\d?>{1,2}&?\d?|<)|((?:[^\s"'\\;|&<>()$]|\$(?!\()|\\.)+)/g;

/**
 * The simple commands of a piece of shell script, word by word (POSIX.1-2024, Shell Command Language, sections
 * 2.2, 2.6.3 and 2.9), without variables that are set before them and without redirections. Those within others, as
 * in `a $(b) c`, come after them.
 */
export function simpleCommands(script: string): string[][] {
  const plain = script.replace(/\\\n/g, ' ').replace(/(^|\s)#.*$/gm, '$1');
  let current: string[] = [];
  const commands = [current];
  const around: string[][] = [];
  let afterRedirection = false;
  for (const [, double, single, operator, word] of plain.matchAll(token)) {
    if (operator !== undefined) {
      afterRedirection = /[<>]/.test(operator) && !operator.includes('&');
      if (operator.endsWith('(')) around.push(current);
      if (operator === ')') current = around.pop() ?? current;
      else if (!/[<>]/.test(operator)) commands.push((current = []));
    } else if (afterRedirection) {
      afterRedirection = false;
    } else {
      current.push(double ?? single ?? word ?? '');
    }
    for (const [, inner = ''] of double?.matchAll(/\$\(([^)]*)\)/g) ?? []) {
      commands.push(...simpleCommands(inner));
    }
  }
  return commands.flatMap((words) => {
    const start = words.findIndex((word) => !/^(\w+=.*|if|then|else|!)$/.test(word));
    return start < 0 ? [] : [words.slice(start)];
  });
}
