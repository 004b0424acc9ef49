import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import type { Case } from '../cases.ts';
import { answering, caseHeader } from './answering.ts';
import { contractFile, runRedocly } from './redocly.ts';

/** What is read of its log. */
interface Log {
  readonly files: Readonly<Record<string, { readonly executedWorkflows: readonly Workflow[] }>>;
}

interface Workflow {
  readonly workflowId: string;
  readonly status: string;
}

/** The cases about which `redocly respect` says something. */
export function judgeByRespect(cases: readonly Case[]): Promise<ReadonlySet<string>> {
  return answering(cases, async (url) => {
    const log = await runRedocly({
      name: 'cases.arazzo.json',
      input: workflowsOf(cases),
      // It fails at masking a secret that is a number.
      args: (output) => {
        const options = ['--no-secrets-masking', '--json-output', output];
        return ['respect', 'cases.arazzo.json', '--server', `service=${url}`, ...options];
      },
    });
    return toldByRespect(log as Log, cases);
  });
}

/**
 * The cases whose workflows have failed.
 *
 * @throws {Error} when one was not run
 */
export function toldByRespect({ files }: Log, cases: readonly Case[]): ReadonlySet<string> {
  const workflows = Object.values(files).flatMap((file) => file.executedWorkflows);
  const states = new Map(workflows.map(({ workflowId, status }) => [workflowId, status]));
  const left = cases.find(({ id }) => !states.has(id));
  if (left) throw new Error(`redocly respect has not run the workflow ${left.id}`);
  return new Set(cases.map(({ id }) => id).filter((id) => states.get(id) !== 'success'));
}

/** A workflow of one step for each case, so that none of them ends another one (Arazzo 1.0.1). */
function workflowsOf(cases: readonly Case[]): object {
  const sandboxId = contract.components.parameters.SandboxId;
  return {
    arazzo: '1.0.1',
    info: { title: 'Cases', version: '1' },
    sourceDescriptions: [{ name: 'service', type: 'openapi', url: contractFile }],
    workflows: cases.map(({ id, operation, request: { headers, path, body } }) => ({
      workflowId: id,
      steps: [
        {
          stepId: 'call',
          operationId: operation,
          parameters: [
            ...Object.entries({ ...headers, [caseHeader]: id })
              .filter(([name]) => name !== 'Content-Type')
              .map(([name, value]) => ({ name, in: 'header', value })),
            ...(path.includes(sandboxId.example)
              ? [{ name: sandboxId.name, in: 'path', value: sandboxId.example }]
              : []),
          ],
          ...(body === undefined
            ? {}
            : { requestBody: { contentType: 'application/json', payload: JSON.parse(body) } }),
        },
      ],
    })),
  };
}
