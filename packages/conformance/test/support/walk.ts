import type { Exchange } from '../../src/oracle/exchange.ts';
import { walkExamples, walkKeyless, walkWishes } from './walk-examples.ts';
import { walkLifecycles } from './walk-lifecycles.ts';
import { walkBeginnings, walkConversations, walkRandomly } from './walk-random.ts';

/** Exchanges with the mock, the same ones in each run. */
export interface Walk {
  /** What the mock does by itself. */
  readonly behaviour: readonly Exchange[];
  /** What it answers because it was told to: they show that it has an example, and nothing else. */
  readonly wishes: readonly Exchange[];
}

/** Walks through all that the mock does. */
export async function walkMock(): Promise<Walk> {
  const walks = [
    walkRandomly,
    walkBeginnings,
    walkConversations,
    walkLifecycles,
    walkExamples,
    walkKeyless,
  ];
  const behaviour: Exchange[] = [];
  for (const walk of walks) behaviour.push(...(await walk()));
  return { behaviour, wishes: await walkWishes() };
}
