/** All checks that are made here, without those of Redocly and Spectral. */
import { globSync } from 'node:fs';
import type { SourceFiles } from '@agent-conversation/cli/source';
import { contractOperations } from '@agent-conversation/contract';
import { checkDecisions } from './decisions.ts';
import type { Contract, Diagnostic } from './diagnostic.ts';
import { checkDocumented } from './documented.ts';
import { checkEncoding } from './files/encoding.ts';
import { checkDescriptionLinks, checkLinks } from './files/links.ts';
import { checkReachable } from './files/reachable.ts';
import { checkSecrets } from './files/secrets.ts';
import { checkLeadingZeros } from './files/yaml.ts';
import { checkQuantities } from './quantities.ts';
import { checkPatterns } from './schemas/patterns.ts';
import { checkSatisfiable } from './schemas/satisfiable.ts';
import { checkValues } from './schemas/values.ts';
import { checkTextNames } from './text-names.ts';
import { checkWorkflowExpressions } from './workflows/expressions.ts';
import { checkWorkflowOperations } from './workflows/operations.ts';
import { workflowsOf } from './workflows/workflow.ts';

/** The files that are checked as texts, by what else is checked in them. */
const sources = {
  contract:
    'openapi/{openapi.yaml,{paths,components}/**/*.yaml,changelog.yaml}',
  workflows: 'openapi/workflows/*.yaml',
  statements: 'openapi/{approvals.yaml,expected/*.yaml}',
  others:
    'openapi/{*.md,evidence/**/*.yaml,samples/**/*.*,{paths,components}/**/*.!(yaml)}',
  markdown: '{*.md,packages/*/{*.md,guides/*.md},tools/*/*.md}',
} as const;

export type SourceNames = Readonly<
  Record<keyof typeof sources, readonly string[]>
>;

/** Returns the files that are checked. */
export function sourceNames({ root }: SourceFiles): SourceNames {
  const entries = Object.entries(sources).map(([kind, pattern]) => {
    const exclude = ['**/node_modules/**'];
    return [kind, globSync(pattern, { cwd: root, exclude }).toSorted()];
  });
  return Object.fromEntries(entries) as SourceNames;
}

/** Checks that need no OpenAPI. */
export function checkTexts(
  contract: Contract,
  names: SourceNames,
): readonly Diagnostic[] {
  const { files } = contract;
  const all = Object.values(names).flat();
  const pages = all.filter(
    (file) => file.endsWith('.md') && !file.endsWith('CHANGELOG.md'),
  );
  return [
    ...checkEncoding(files, all),
    ...checkLeadingZeros(files, [...names.contract, ...names.workflows]),
    ...checkSecrets(contract, all),
    ...checkLinks(contract, pages),
    ...checkReachable(files, all),
  ];
}

/** Checks what schemas, workflows and texts state. */
export function checkMeaning(
  contract: Contract,
  names: SourceNames,
): readonly Diagnostic[] {
  const { files, document } = contract;
  const operations = contractOperations(document);
  const guides = names.markdown.filter((name) =>
    name.startsWith('packages/docs/guides/'),
  );
  const workflows = workflowsOf(files, names.workflows, operations);
  return [
    ...checkSchemas(contract),
    ...checkDescriptionLinks(contract),
    ...checkDecisions(files, document),
    ...checkQuantities(contract, guides),
    ...checkDocumented(contract),
    ...checkTextNames(contract),
    ...checkWorkflowOperations(workflows, operations, document),
    ...checkWorkflowExpressions(workflows, document),
  ];
}

/** Each of these can only be decided where the ones before it have nothing to report. */
const schemaChecks = [checkPatterns, checkSatisfiable, checkValues];

function checkSchemas(contract: Contract): readonly Diagnostic[] {
  for (const check of schemaChecks) {
    const diagnostics = check(contract);
    if (diagnostics.length > 0) return diagnostics;
  }
  return [];
}
