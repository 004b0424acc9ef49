import type { Part, Violation } from './api.ts';
import type { Finding } from './check.ts';
import { type Params, sentence } from './messages.ts';

/** A violation, with its sentence. */
export function violation(
  part: Part,
  pointer: string,
  keyword: string,
  params: Params = {},
): Violation {
  return { part, pointer, keyword, message: sentence(keyword, params), params };
}

/** The step of a JSON Pointer that leads to a member (RFC 6901, section 3). */
export function step(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** What generated code has found, as violations: one for each place, and wrong types before all else. */
export function violationsOf(part: Part, findings: readonly Finding[]): Violation[] {
  const nullable = new Set<string>();
  for (const { keyword, instancePath } of findings) {
    if (keyword === 'nullOr') nullable.add(instancePath);
  }
  const found = new Map<string, Violation>();
  for (const finding of findings) {
    if (finding.keyword === 'nullOr') continue;
    const next = translated(part, finding, nullable.has(finding.instancePath));
    const earlier = found.get(next.pointer);
    if (!earlier || (next.keyword === 'type' && earlier.keyword !== 'type')) {
      found.set(next.pointer, next);
    }
  }
  return [...found.values()];
}

function translated(part: Part, finding: Finding, orNull: boolean): Violation {
  const { instancePath, keyword, params } = finding;
  const none = orNull ? [null] : [];
  switch (keyword) {
    case 'required':
      return violation(part, instancePath + step(String(params['missingProperty'])), 'required');
    case 'closed':
    case 'additionalProperties':
      return violation(
        part,
        instancePath + step(String(params['additionalProperty'])),
        'additionalProperties',
      );
    case 'byTag': {
      const pointer = instancePath + step(String(params['tag']));
      return params['missing']
        ? violation(part, pointer, 'required')
        : violation(part, pointer, 'discriminator', { allowed: params['allowed'] });
    }
    case 'someOf':
      return violation(part, instancePath, 'anyOf');
    case 'type':
      return violation(part, instancePath, keyword, {
        type: [params['type'], orNull ? 'null' : []].flat(2),
      });
    case 'enum':
      return violation(part, instancePath, keyword, {
        allowed: [...(params['allowedValues'] as unknown[]), ...none],
      });
    case 'const':
      return violation(part, instancePath, keyword, { allowed: [params['allowedValue'], ...none] });
    default:
      return violation(part, instancePath, keyword, limits(params));
  }
}

/** The params of the other keywords, which say nothing but what the contract asks for. */
function limits({ limit, multipleOf, format, pattern }: Params): Params {
  if (limit !== undefined) return { limit };
  if (multipleOf !== undefined) return { multipleOf };
  if (format !== undefined) return { format };
  return pattern === undefined ? {} : { pattern };
}
