import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';

const schema = readFileSync(
  join(import.meta.dirname, 'jenkins-junit.xsd'),
  'utf8',
);

/** What is wrong with reports of tests by the schema of Jenkins, as libxml2 says it. */
export async function junitViolations(
  reports: readonly string[],
): Promise<string[]> {
  const xml = reports.map((contents, at) => ({
    fileName: `${at}.xml`,
    contents,
  }));
  const { errors } = await validateXML({ xml, schema });
  return errors.map(({ rawMessage }) => rawMessage);
}
