import { expect, test } from 'vitest';
import { twinOf } from '../twin.ts';
import { workflowsPage } from './workflows.ts';

test('a workflow has links to its operations, and the rest in the terms of Arazzo', () => {
  const look = { stepId: 'look', operationId: 'findPet' };
  const workflow = {
    workflowId: 'feedPet',
    summary: 'Feed a pet',
    inputs: { properties: { room: { description: 'A room.' } } },
    steps: [look, { stepId: 'feed', operationId: 'feedPet' }, look],
    outputs: { pet: '$steps.look.outputs.pet' },
  };
  const page = twinOf(
    workflowsPage({
      workflows: [{ workflows: [workflow] }],
      linkTo: (kind, name) => `${kind}:${name}`,
    }),
  );
  const [, section = ''] = page.split('\n## ');
  expect(section).toMatch(/^Feed a pet\n/);
  expect(section).toContain(
    'Calls [`findPet`](operation:findPet) and [`feedPet`](operation:feedPet).',
  );
  expect(section).toContain(
    '```yaml\ninputs:\n  properties:\n    room:\n      description: A room.\n',
  );
  expect(section).toContain('outputs:\n  pet: $steps.look.outputs.pet\n```');
});
