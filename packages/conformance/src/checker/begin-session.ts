import { Belongings } from './belongings.ts';
import { Budget } from './budget.ts';
import { StateWatch } from './lifecycle.ts';
import { Line } from './line.ts';
import type { Settings } from './options.ts';
import type { Session } from './session.ts';

/** What a run begins with. Its time runs from here on. */
export function beginSession(settings: Settings, signal: AbortSignal): Session {
  const budget = new Budget(settings.budget);
  // One request for each sandbox is kept for the end, to pause it.
  const belongings = new Belongings(() => budget.keep(belongings.sandboxes.length));
  return {
    settings,
    budget,
    line: lineOf(settings, budget, signal),
    belongings,
    watches: {
      sandboxes: new StateWatch('SandboxStatus'),
      agents: new StateWatch('ExecutionStatus'),
      conversations: new StateWatch('ConversationStatus'),
    },
    conversations: new Set(),
    firstAnswers: new Map(),
    takesAnyKey: false,
    workplace: undefined,
    noWorkplace: undefined,
    silence: 0,
  };
}

/** A line to the server that ends with a signal. */
export function lineOf(settings: Settings, budget: Budget, signal: AbortSignal): Line {
  const { rate, timeout } = settings;
  return new Line({ budget, rate, timeout, signal });
}
