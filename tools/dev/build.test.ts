import { expect, test } from 'vitest';
import { withoutFrame } from './build.ts';

test('what the tasks say is kept, what turbo says around it is not', () => {
  expect(
    withoutFrame(`   • turbo 2.11.9
   • Packages in scope: //, @agent-conversation/client

cache miss, executing 687b584c48481bbe
[1] openapi/paths/settings.yaml:34:1



Failed to parse: ERROR in the text
@agent-conversation/openapi#build:  ERROR  command (/home/me) npm run build exited (1)

 Tasks:    0 successful, 1 total
Cached:    0 cached, 1 total
  Time:    678ms
Failed:    @agent-conversation/openapi#build

 ERROR  run failed: command  exited (1)
`),
  ).toBe('[1] openapi/paths/settings.yaml:34:1\n\nFailed to parse: ERROR in the text');
});
