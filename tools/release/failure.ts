import { ReleaseError } from './release-error.ts';
import { withoutSecrets } from './without-secrets.ts';

/**
 * What is told of a command that has failed: a line with what it says of the reason, and all that it says as the
 * `cause` when that is more; both without secrets.
 *
 * @param what is not done, as in "The docs are not built"
 */
export function failure(what: string, output: string): ReleaseError {
  const lines = withoutSecrets(output)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('complete log of this run'));
  const ofNpm = lines.filter((line) => line.startsWith('npm error'));
  const telling =
    ofNpm.length > 0
      ? ofNpm.map((line) => line.replace(/^npm error ?/, ''))
      : [
          lines.find((line) => /^\W*(\w*error|fatal)\b/i.test(line)) ??
            lines[0] ??
            'it says nothing',
        ];
  return new ReleaseError(
    `${what}: ${telling.join(' ').trim()}`,
    lines.length > telling.length ? { cause: lines.join('\n') } : {},
  );
}
