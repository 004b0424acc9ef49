import type { Change } from '../model/change.ts';
import type { Approval, Review } from '../model/review.ts';

/** A breaking change of something documented, save for what is given. */
export function change(given: Partial<Change> = {}): Change {
  return {
    rule: 'request-member-required',
    effect: 'breaking',
    breaks: ['sender'],
    needsApproval: true,
    pointer: '/components/schemas/Lamp/required',
    place: { file: 'openapi/components/schemas/Lamp.yaml', line: 5 },
    operations: ['switchLamp'],
    generation: 'v1',
    provenance: 'documented',
    message: 'Lamp.colour must be sent',
    migration: 'Send colour',
    fingerprint: '0123456789abcdef',
    seenBy: ['own', 'oasdiff'],
    ...given,
  };
}

/** The approval of that change, save for what is given. */
export function approval(given: Partial<Approval> = {}): Approval {
  return {
    fingerprint: '0123456789abcdef',
    change: 'Lamp.colour must be sent',
    reason: 'Lamps without a colour burn',
    migration: 'Send colour: white',
    owner: '@ada',
    expires: '2026-12-24',
    place: { file: 'openapi/approvals.yaml', line: 2 },
    ...given,
  };
}

/** A review in which nothing has changed, save for what is given. */
export function review(given: Partial<Review> = {}): Review {
  return {
    changes: [],
    approvals: [],
    versions: { released: '0.1.0', current: '0.1.0', packages: { lamps: '0.1.0' } },
    least: { step: 'none', version: '0.1.0' },
    planned: { step: 'none', version: '0.1.0', changesets: [] },
    complaints: [],
    ...given,
  };
}
