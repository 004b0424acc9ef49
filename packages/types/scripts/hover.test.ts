import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const file = fileURLToPath(new URL('hover.example.ts', import.meta.url));
const source = `
import type { Sandbox, SandboxStatus, Settings } from '@agent-conversation/types';
export const look = (sandbox: Sandbox, status: SandboxStatus, settings: Settings) =>
  [sandbox.exposed_urls, status, settings.llm_api_key_set];
`;

/** A language service, as an editor has it, over a program that uses the built package. */
const service = ts.createLanguageService({
  getCompilationSettings: () => ({
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    types: [],
  }),
  getScriptFileNames: () => [file],
  getScriptVersion: () => '1',
  getScriptSnapshot(name) {
    const text = name === file ? source : ts.sys.readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => fileURLToPath(new URL('../', import.meta.url)),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => name === file || ts.sys.fileExists(name),
  readFile: (name) => (name === file ? source : ts.sys.readFile(name)),
  directoryExists: (name) => ts.sys.directoryExists(name),
});

test.each([
  ['Sandbox,', 'An execution environment in which conversations run.'],
  ['SandboxStatus,', '`PAUSED`: The environment is frozen; its disk is kept.'],
  ['SandboxStatus,', 'Observed of running deployments (decision D03).'],
  ['exposed_urls', 'The addresses at which the sandbox is reached.'],
  ['llm_api_key_set', 'Whether a key of the language model is stored.'],
])('hovering over %s shows: %s', (name, text) => {
  const info = service.getQuickInfoAtPosition(file, source.indexOf(name));
  const shown = ts.displayPartsToString(info?.documentation) + JSON.stringify(info?.tags ?? []);
  expect(shown.replaceAll(/\s+/g, ' ')).toContain(text);
});
