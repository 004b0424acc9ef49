/**
 * Programs that tests need, and that CI could neither find nor install: `.ci/run` names them in an environment
 * variable, and in a banner at the end of its log.
 */
const variable = 'CI_LEFT_OUT';

/**
 * Whether a missing program fails a test: in CI, unless `.ci/run` reports that it is left out. Elsewhere its tests are
 * skipped.
 */
export function isDemanded(
  program: string,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  return Boolean(env['CI']) && !isLeftOut(program, env);
}

/** Whether CI runs without a program. */
export function isLeftOut(
  program: string,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  return (env[variable] ?? '').split(' ').includes(program);
}
