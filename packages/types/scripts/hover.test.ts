import { edit } from '@agent-conversation/editor';
import { expect, test } from 'vitest';

const folder = new URL('./', import.meta.url);
const editor = edit(
  folder,
  `
import type { Sandbox, SandboxStatus, Settings } from '@agent-conversation/types';
export const look = (sandbox: Sandbox, status: SandboxStatus, settings: Settings) =>
  [sandbox.exposed_urls, status, settings.llm_api_key_set];
`,
);

test.each([
  ['Sandbox,', 'An execution environment in which conversations run.'],
  ['SandboxStatus,', '`PAUSED`: The environment is frozen; its disk is kept.'],
  ['SandboxStatus,', 'Observed of running deployments (decision D03).'],
  ['exposed_urls', 'The addresses at which the sandbox is reached.'],
  ['llm_api_key_set', 'Whether a key of the language model is stored.'],
])('hovering over %s shows: %s', (name, text) => {
  expect(editor.hover(name).docs.replaceAll(/\s+/g, ' ')).toContain(text);
});
