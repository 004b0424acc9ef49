import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@agent-conversation/shared/process';
import { withoutSecrets } from '../service/redact.ts';
import { removeSandboxes } from '../service/requests.ts';
import type { Step } from './step.ts';

/** Process sandboxes are started before the response. */
const responseDeadlineInMs = 150_000;
const folder = join(repository, 'openapi/workflows');

/** Runs the workflows of the contract, which also checks each response against its schema. */
export const runWorkflows: Step = {
  name: 'Run the workflows',
  deadlineInMs: 300_000,
  appliesTo: ({ takesConversationId }) => takesConversationId,
  async run({ run, service }) {
    const { baseUrl, apiKey } = service;
    // The step before leaves one, and workflows start two.
    await removeSandboxes(service);
    const files = readdirSync(folder).filter((file) =>
      file.endsWith('.arazzo.yaml'),
    );
    const paths = files.map((file) => join(folder, file));
    const inputs = {
      apiKey,
      conversationId: randomUUID(),
      message: 'Say done.',
    };
    const program = join(repository, 'node_modules/.bin/redocly');
    const args = ['respect', ...paths, '--server', `service=${baseUrl}`];
    args.push('--max-fetch-timeout', String(responseDeadlineInMs));
    const env = {
      PATH: process.env['PATH'] ?? '',
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      // Nobody else sees inputs in the environment.
      REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs),
    };
    const ended = await run.runProgram(program, args, env);
    const output = withoutSecrets(ended.output, [apiKey]);
    return {
      summary: `${files.length} workflows`,
      problems: ended.ok ? [] : output.split('\n'),
    };
  },
};
