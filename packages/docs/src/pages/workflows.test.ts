import type { ContractOperation } from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { twinOf } from '../twin.ts';
import { workflowsPage } from './workflows.ts';

test('a workflow of known operations has links to them, and the rest in the terms of Arazzo', () => {
  const look = { stepId: 'look', operationId: 'findPet' };
  const workflow = {
    workflowId: 'feedPet',
    summary: 'Feed a pet',
    inputs: { properties: { room: { description: 'A room.' } } },
    steps: [look, { stepId: 'feed', operationId: 'feedPet' }, look],
    outputs: { pet: '$steps.look.outputs.pet' },
  };
  const other = {
    workflowId: 'walkDog',
    steps: [look, { operationId: 'walkDog' }],
  };
  const operations = [{ operationId: 'findPet' }, { operationId: 'feedPet' }];
  const page = twinOf(
    workflowsPage({
      operations: operations as unknown as ContractOperation[],
      workflows: [{ workflows: [workflow, other] }],
      linkTo: (kind, name) => `${kind}:${name}`,
    }),
  );
  const [, section = ''] = page.split('\n## ');
  expect(page).not.toContain('walkDog');
  expect(section).toMatch(/^Feed a pet\n/);
  expect(section).toContain(
    'Calls [`findPet`](operation:findPet) and [`feedPet`](operation:feedPet).',
  );
  expect(section).toContain(
    '```yaml\ninputs:\n  properties:\n    room:\n      description: A room.\n',
  );
  expect(section).toContain('outputs:\n  pet: $steps.look.outputs.pet\n```');
});
