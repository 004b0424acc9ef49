import type { Document } from './document.ts';

/**
 * Tells of a place in the contract, given as a JSON Pointer such as `#/components/schemas/Sandbox/status`,
 * whether answers carry it and requests never do.
 */
export function answerOnly(document: Document): (pointer: string) => boolean {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const answers = new Set<string>();
  const requests = new Set<string>();
  for (const { responses, ...request } of operations as { responses?: unknown }[]) {
    reach(document, responses, answers);
    reach(document, request, requests);
  }
  return (pointer) => {
    const [, kind, , , part] = pointer.split('/');
    if (kind === 'paths') return part === 'responses';
    const component = componentOf(pointer);
    return answers.has(component) && !requests.has(component);
  };
}

/** Adds every component that a part of the contract refers to, and what those refer to. */
function reach(document: Document, part: unknown, reached: Set<string>): void {
  if (typeof part !== 'object' || part === null) return;
  if ('$ref' in part && typeof part.$ref === 'string') {
    const component = componentOf(part.$ref);
    if (!reached.has(component)) {
      reached.add(component);
      reach(document, find(document, component), reached);
    }
  }
  for (const inner of Object.values(part)) reach(document, inner, reached);
}

/** The component that a place is in: `#/components/schemas/Sandbox` of `#/components/schemas/Sandbox/status`. */
function componentOf(pointer: string): string {
  return pointer.split('/').slice(0, 4).join('/');
}

function find({ components }: Document, component: string): unknown {
  const [, , kind, name] = component.split('/');
  const named: Readonly<Record<string, Readonly<Record<string, unknown>>>> = components;
  return named[kind!]?.[name!];
}
