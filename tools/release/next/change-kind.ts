/** What may happen to a part of the contract, as the changelog names it. */
export type ChangeKind = 'added' | 'changed' | 'deprecated' | 'removed';

/** @param rule the permanent id of the rule that tells the change, which ends with what happened */
export function changeKind(rule: string): ChangeKind {
  if (/-added(-required)?$/.test(rule)) return 'added';
  if (rule.endsWith('-removed')) return 'removed';
  return rule === 'deprecated' ? 'deprecated' : 'changed';
}
