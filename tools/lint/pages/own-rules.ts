import { decoratorCases } from '../redocly/cases/decorators.ts';
import { ruleCases } from '../redocly/cases/rules.ts';
import { textCases } from '../redocly/cases/texts.ts';
import plugin from '../redocly/plugin.ts';
import { cases as bundleCases } from '../spectral/cases/index.ts';
import { loadRuleset } from '../spectral/load-ruleset.ts';
import type { OwnRule, OwnRules } from './complaints.ts';
import { readIds, readPages } from './read-pages.ts';

interface Cases {
  readonly [rule: string]: {
    readonly fires: readonly unknown[];
    readonly silent: readonly unknown[];
  };
}

/** The rules and decorators of this contract, with their pages, ids and cases. */
export async function ownRules(): Promise<OwnRules> {
  const { rules, decorators } = plugin();
  const names = Object.keys((await loadRuleset()).rules).filter((id) => id.startsWith('contract-'));
  return {
    rules: [
      ...names.map((id) => ownRule(id, 'rule', bundleCases[id])),
      ...Object.keys(rules.oas3).map((id) =>
        ownRule(`contract/${id}`, 'rule', { ...ruleCases, ...textCases }[id]),
      ),
      ...Object.keys(decorators.oas3).map((id) =>
        ownRule(`contract/${id}`, 'decorator', decoratorCases[id]),
      ),
    ],
    ids: readIds(),
    pages: readPages(),
  };
}

function ownRule(id: string, kind: OwnRule['kind'], cases: Cases[string] | undefined): OwnRule {
  return { id, kind, firing: cases?.fires.length ?? 0, silent: cases?.silent.length ?? 0 };
}
