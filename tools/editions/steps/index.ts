import { check } from './check.ts';
import { client } from './client.ts';
import { followGuides } from './guides.ts';
import { findPlantedFault } from './planted-fault.ts';
import { runSamples } from './samples.ts';
import { compare } from './scenario.ts';
import type { Step } from './step.ts';
import { runWorkflows } from './workflows.ts';

/**
 * What `run` does with an edition, in this order. The comparison comes first: it needs a new service.
 */
export const allSteps: readonly Step[] = [
  compare,
  check,
  findPlantedFault,
  client,
  followGuides,
  runSamples,
  runWorkflows,
];
