import { expect, test } from 'vitest';
import { readContract } from '../model/contract.ts';
import { documentsOf } from '../rules/cases/tell.ts';
import { elementName } from './element-name.ts';

const path = '/paths/~1api~1v1~1things~1{id}';
const start = `${path}/post`;
const servers = [{ url: 'http://a' }];
const [base] = documentsOf({
  edit: {},
  given: { [`${path}/servers`]: servers, [`${start}/servers`]: servers },
});
const contract = readContract({ text: JSON.stringify(base), file: 'base.json' });

test.each([
  ['', 'the document'],
  ['/info/title', '`info.title`'],
  ['/servers/0', 'the server `{base}`'],
  ['/servers', '`servers`'],
  [`${path}/servers`, '`servers` of the path `/api/v1/things/{id}`'],
  [`${path}/servers/0`, 'the server `http://a` of the path `/api/v1/things/{id}`'],
  [`${start}/servers/0/variables/b`, 'the server `http://a` of `startThing`'],
  ['/tags/1', 'the tag `Other things`'],
  ['/paths/~1api~1old', 'the path `/api/old`'],
  [start, 'the operation `startThing`'],
  [`${start}/parameters/0`, 'the parameter `id` of `startThing`'],
  [`${start}/parameters/0/schema`, 'the parameter `id` of `startThing`'],
  [`${start}/requestBody`, 'the body of `startThing`'],
  [
    `${start}/requestBody/content/text~1plain`,
    'the media type `text/plain` of the body of `startThing`',
  ],
  [`${start}/responses/200`, 'the answer 200 of `startThing`'],
  [
    `${start}/responses/200/headers/X-Left`,
    'the header `X-Left` of the answer 200 of `startThing`',
  ],
  [
    `${start}/responses/200/content/a~1b/schema/properties/c`,
    '`c` in the answer 200 of `startThing`',
  ],
  ['/components/parameters/Ids', 'the parameter `ids`'],
  ['/components/responses/NotFound', 'the answer `NotFound`'],
  ['/components/schemas/Sent', 'the schema `Sent`'],
  ['/components/schemas/Sent/properties/text', 'the member `Sent.text`'],
  ['/components/schemas/Sent/properties/list/items', '`Sent.list[]`'],
  ['/components/schemas/Sent/properties/part/oneOf/1', '`Sent.part|2`'],
  ['/components/schemas/Sent/additionalProperties', '`Sent[*]`'],
  ['/components/schemas/State/x-lifecycle', 'the lifecycle of `State`'],
])('%s is %s', (pointer, want) => {
  expect(elementName(contract, pointer)).toBe(want);
});
