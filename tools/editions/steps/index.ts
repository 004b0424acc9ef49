import { check } from './check.ts';
import { client } from './client.ts';
import type { Step } from './step.ts';

/** What `run` does with an edition, in this order. Guides, samples and workflows have their steps here as well. */
export const allSteps: readonly Step[] = [check, client];
