/** Writes down the terms of the contract that is being released, against which later ones are held. */
import { writeFileSync } from 'node:fs';
import { contract } from '../src/contract.ts';
import { termsOf } from '../test/support/terms.ts';

const { version } = contract.info;
const file = new URL(`../released/${version}.txt`, import.meta.url);
const terms = termsOf(contract);
try {
  writeFileSync(file, terms.map((term) => `${term}\n`).join(''), { flag: 'wx' });
  console.log(`${terms.length} terms of ${version} written to released/${version}.txt.`);
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  console.error(`${version} is released: its terms stand in released/${version}.txt and stay so.`);
  process.exitCode = 1;
}
