import { type Breaks, type Effect, effects } from '../model/change.ts';
import type { Finding } from '../model/finding.ts';
import { ruleOf, type Verdict } from '../rules/rule.ts';
import type { Direction } from './uses.ts';

/** What a finding does to others, everything taken together. */
export interface Judgement {
  readonly effect: Effect;
  readonly breaks: readonly Breaks[];
  /** One for each verdict that holds, with the direction if the rule tells them apart. */
  readonly verdicts: readonly { readonly direction?: Direction; readonly verdict: Verdict }[];
  /** What a reference leads to, if it differs: what breaks comes first. */
  readonly behind: readonly { readonly finding: Finding; readonly judgement: Judgement }[];
}

const everybody: readonly Breaks[] = ['sender', 'receiver', 'source'];
const both: readonly Direction[] = ['request', 'response'];

/** Judges a finding by the directions in which its element is used; by both, if it is used in neither. */
export function judge(finding: Finding, directions: readonly Direction[]): Judgement {
  const rule = ruleOf(finding.rule);
  const verdicts = rule.always
    ? [{ verdict: rule.always }]
    : (directions.length > 0 ? directions : both).flatMap((direction) => {
        const verdict = rule[direction];
        return verdict ? [{ direction, verdict }] : [];
      });
  const behind = (finding.behind ?? [])
    .map((it) => ({ finding: it, judgement: judge(it, directions) }))
    .filter(({ judgement }) => judgement.effect !== 'editorial')
    .toSorted((one, other) => rank(one) - rank(other));
  const breaks = everybody.filter(
    (who) =>
      verdicts.some(({ verdict }) => verdict.breaks?.includes(who)) ||
      behindReaches(who, behind, directions),
  );
  const isCompatible =
    verdicts.some(({ verdict }) => verdict.effect === 'compatible') || behind.length > 0;
  const effect = breaks.length > 0 ? 'breaking' : isCompatible ? 'compatible' : 'editorial';
  return { effect, breaks, verdicts, behind };
}

function rank({ judgement }: Judgement['behind'][number]): number {
  return effects.indexOf(judgement.effect);
}

/**
 * Through a reference, only those break who send or read the element that has it; and if they do, it goes without
 * saying that programs have to be changed.
 */
function behindReaches(
  who: Breaks,
  behind: Judgement['behind'],
  directions: readonly Direction[],
): boolean {
  const breaks = (other: Breaks) =>
    behind.some(({ judgement }) => judgement.breaks.includes(other)) &&
    (directions.length === 0 || directions.some((it) => whoIn[it] === other || other === 'source'));
  return breaks(who) && (who !== 'source' || !(breaks('sender') || breaks('receiver')));
}

const whoIn = { request: 'sender', response: 'receiver' } as const;
