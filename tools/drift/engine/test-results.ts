import { readFileSync, rmSync } from 'node:fs';

/** What came of one test. */
export interface TestResult {
  /** After the names of what is around it, with ` > ` between them, as vitest's `-t` takes it. */
  readonly name: string;
  readonly passed: boolean;
}

/** The results of vitest, by the path of the test file. */
export type TestResults = ReadonlyMap<string, readonly TestResult[]>;

interface Written {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/**
 * Takes the results that vitest has written, of the tests that it ran.
 *
 * @returns nothing where it has not come so far
 */
export function takeTestResults(path: string): TestResults {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
  rmSync(path);
  const { testResults } = JSON.parse(text) as Written;
  return new Map(
    testResults.map(({ name, assertionResults }) => [
      name,
      assertionResults
        .filter(({ status }) => status === 'passed' || status === 'failed')
        .map(({ ancestorTitles, title, status }) => ({
          name: [...ancestorTitles, title].join(' > '),
          passed: status === 'passed',
        })),
    ]),
  );
}
