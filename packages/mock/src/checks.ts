/** Checks of options and faults. */

/** Returns what is wrong with a property of an object. */
export type Problem<T> =
  ((value: never, all: T) => string | false | undefined) | undefined;

/**
 * Checks each property of an object that is not undefined.
 *
 * @param unknown how the error of an unknown property begins
 * @throws {TypeError} naming the property that is wrong
 */
export function checkProperties<T extends object>(
  given: T,
  checks: Readonly<Record<string, Problem<T>>>,
  unknown: string,
): void {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(checks, name)) {
      throw new TypeError(
        `${unknown} '${name}', but ${Object.keys(checks).join(', ')}`,
      );
    }
    const problem =
      value !== undefined && checks[name]?.(value as never, given);
    if (problem) throw new TypeError(`${name} ${problem}`);
  }
}

/** Returns what is wrong with a duration in milliseconds: a timer cannot take it. */
export function durationProblem(value: number): string | false {
  const isValid = Number.isFinite(value) && value >= 0 && value < 2 ** 31;
  return !isValid && `is a number of milliseconds, 0 or more, not ${value}`;
}

/** Returns a check that a value is one of some names. */
export function choiceOf(choices: readonly string[]) {
  return (value: string) =>
    !choices.includes(value) &&
    `is one of ${choices.join(', ')}, not '${value}'`;
}
