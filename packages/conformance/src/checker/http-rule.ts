import type { Rule } from '../oracle/rule.ts';

/** What HTTP itself asks for, where the contract does not speak of it. */
export const httpRule: Rule = {
  provenance: 'assumed',
  decision: undefined,
  contract: '#/paths',
};
