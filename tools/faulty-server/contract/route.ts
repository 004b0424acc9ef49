import { type Contract, type Operation, operationsOf } from './contract.ts';

/** A call of an operation. */
export interface Call {
  readonly operation: Operation;
  /** The parameters in the path, decoded, by their names. */
  readonly path: Readonly<Record<string, string>>;
}

/**
 * Tells which operation of a contract a request calls; undefined where it has none for it.
 *
 * @param target the path, with or without a query
 */
export function callOf(contract: Contract, method: string, target: string): Call | undefined {
  const steps = target.split('?', 1)[0]!.split('/');
  for (const operation of operationsOf(contract)) {
    const path = operation.method === method && matched(operation.path.split('/'), steps);
    if (path) return { operation, path };
  }
  return undefined;
}

function matched(
  template: readonly string[],
  steps: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (template.length !== steps.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [position, part] of template.entries()) {
    const step = steps[position]!;
    if (part.startsWith('{')) parameters[part.slice(1, -1)] = decoded(step);
    else if (part !== step) return undefined;
  }
  return parameters;
}

/** What cannot be decoded stays as it is: the request is the matter of the server. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
