import { expect, test } from 'vitest';
import { markdownOf } from '../content.ts';
import { workflowsPage } from './workflows.ts';

test('a workflow has its inputs, its steps with links, and the rest in the terms of Arazzo', () => {
  const workflow = {
    workflowId: 'feedPet',
    summary: 'Feed a pet',
    inputs: { properties: { room: { description: 'A\nroom.' } } },
    steps: [
      {
        stepId: 'look',
        description: 'Looks.',
        operationId: 'findPet',
        successCriteria: [{ condition: '$statusCode == 200' }],
      },
    ],
    outputs: { pet: '$steps.look.outputs.pet' },
  };
  const file = { info: { title: 'Pets' }, workflows: [workflow] };
  const page = markdownOf(workflowsPage([file], (kind, name) => `${kind}:${name}`));
  expect(page.slice(page.indexOf('## ')).replaceAll('\n\n', '\n')).toBe(`## Feed a pet
Inputs:
- \`room\`: A room.
1. **Looks.** (\`look\`, [\`findPet\`](operation:findPet))
\`\`\`yaml
successCriteria:
  - condition: $statusCode == 200
\`\`\`
In all steps, and in the end:
\`\`\`yaml
outputs:
  pet: $steps.look.outputs.pet
\`\`\``);
});
