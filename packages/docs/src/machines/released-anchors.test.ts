import { expect, test } from 'vitest';
import { promisedAnchors, withAnchors } from './released-anchors.ts';

// prettier-ignore
test.each([
  ['operations/getPet.html', '<nav id="menu"></nav><main><h1 id="getPet"></h1><h2 id="answers"></h2></main>', ['getPet']],
  ['operations/getPet.html', '<main><h1>Get a pet</h1></main>', []],
  ['reference.html', '<main><h2 id="getPet"></h2><h2 id="Pet"></h2></main>', ['getPet']],
  ['schemas/pets.html', '<main><section id="Pet"></section><h2 id="Notes"></h2></main>', ['Pet']],
  ['decisions.html', '<main><h2 id="overview"></h2><h2 id="D07"></h2></main>', ['D07']],
  ['lifecycles.html', '<main><h2 id="how-to-read"></h2><h2 id="Pet"></h2></main>', ['Pet']],
  ['workflows.html', '<main><h2 id="feedPet"></h2><h3 id="steps"></h3></main>', ['feedPet']],
  ['guides/start.html', '<main id="content"><h2 id="a-b"></h2><h3 id="c"></h3></main>', ['a-b', 'c']],
  ['changelog/0.1.0.html', '<main id="content"><h2 id="added"></h2></main>', []],
])('%s promises of %s', (path, html, ids) => {
  const names = { operations: new Set(['getPet']), schemas: new Set(['Pet']) };
  expect(promisedAnchors(path, html, names)).toEqual(ids.map((id) => `${path}#${id}`));
});

test('the list grows, sorted and without repetition', () => {
  expect(withAnchors(['b#b', 'z#gone'], ['b#b', 'a#a'])).toEqual(['a#a', 'b#b', 'z#gone']);
});
