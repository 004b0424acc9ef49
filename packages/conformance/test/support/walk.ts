import type { Exchange } from '../../src/oracle/exchange.ts';
import { walkExamples, walkRejected, walkWishes } from './walk-examples.ts';
import { walkLifecycles } from './walk-lifecycles.ts';
import { walkSeedData, walkConversations, walkRandomly } from './walk-random.ts';

/** Exchanges with the mock, the same ones in each run. */
export interface Walk {
  /** What the mock does by itself. */
  readonly exchanges: readonly Exchange[];
  /** Responses that a request asked for by name: they show an example and nothing else. */
  readonly wishes: readonly Exchange[];
}

/**
 * Calls everything that the mock has.
 *
 * @param random whether to send random requests too, which show more of the optional properties
 */
export async function walkMock({ random }: { readonly random: boolean }): Promise<Walk> {
  const exchanges: Exchange[] = [];
  const fixed = [walkLifecycles, walkExamples, walkRejected];
  const all = random ? [walkRandomly, walkSeedData, walkConversations, ...fixed] : fixed;
  for (const walk of all) exchanges.push(...(await walk()));
  return { exchanges, wishes: await walkWishes() };
}
