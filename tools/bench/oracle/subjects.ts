import { readFileSync } from 'node:fs';
import { peer } from '../peers.ts';
import type { Case } from './cases.ts';
import { loadOurs } from './judges/ours.ts';
import { judgeByPrism } from './judges/prism.ts';
import { redoclyVersion } from './judges/redocly.ts';
import { judgeByDrift } from './judges/redocly-drift.ts';
import { judgeByRespect } from './judges/redocly-respect.ts';
import { loadResponseValidator } from './judges/response-validator.ts';

/** Something that judges exchanges. */
export type Subject = LibrarySubject | ProgramSubject;

interface Description {
  readonly id: string;
  /** Its name in the results. */
  readonly name: string;
  readonly version: string;
  /** How it was asked, for people. */
  readonly use: string;
}

/** A subject that is called in the process of the bench. */
export interface LibrarySubject extends Description {
  readonly kind: 'library';
  /** Makes it ready; what comes of it tells whether it says something about an answer. */
  readonly load: () => Says;
}

/** Tells whether something is said about the answer of a case. */
export type Says = (one: Case) => boolean;

/** A subject that is a program of its own. */
export interface ProgramSubject extends Description {
  readonly kind: 'program';
  /** @returns the ids of the cases about whose answers it says something */
  readonly judge: (cases: readonly Case[]) => Promise<ReadonlySet<string>>;
}

const { version } = JSON.parse(
  readFileSync(
    new URL(import.meta.resolve('@agent-conversation/conformance/package.json')),
    'utf8',
  ),
) as { version: string };

/** The subjects, in the order of the results; ours is the first. */
export const subjects: readonly Subject[] = [
  {
    kind: 'library',
    id: 'ours-oracle',
    name: 'ours',
    version: `@agent-conversation/conformance ${version}`,
    use: '`judgeExchange(exchange, { closed: true })`: what it finds in the answer',
    load: loadOurs,
  },
  {
    kind: 'program',
    id: 'prism-proxy',
    name: '`prism proxy`',
    version: peer('@stoplight/prism-cli'),
    use: '`prism proxy --errors`: an error of its own in the place of the answer, or something in the header `sl-violations`',
    judge: judgeByPrism,
  },
  {
    kind: 'program',
    id: 'redocly-respect',
    name: '`redocly respect`',
    version: redoclyVersion,
    use: 'a workflow of one step for each exchange: a check that fails',
    judge: judgeByRespect,
  },
  {
    kind: 'library',
    id: 'response-validator',
    name: 'openapi-response-validator',
    version: peer('openapi-response-validator'),
    use: '`validateResponse(status, body)`: errors; a body that is not JSON is given as text',
    load: loadResponseValidator,
  },
  {
    kind: 'program',
    id: 'redocly-drift',
    name: '`redocly drift`',
    version: redoclyVersion,
    use: '`redocly drift traffic.har`: findings of any severity about the response',
    judge: judgeByDrift,
  },
];
