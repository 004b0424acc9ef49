import { check } from './check.ts';
import { client } from './client.ts';
import { compare } from './scenario.ts';
import type { Step } from './step.ts';

/**
 * What `run` does with an edition, in this order. The comparison comes first: it needs a new service. Guides, samples
 * and workflows have their steps here as well.
 */
export const allSteps: readonly Step[] = [compare, check, client];
