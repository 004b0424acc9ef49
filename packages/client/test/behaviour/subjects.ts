import type { Subject } from './row.ts';
import { aborts } from './rows/aborts.ts';
import { answers } from './rows/answers.ts';
import { connections } from './rows/connections.ts';
import { deadlines } from './rows/deadlines.ts';
import { redirects } from './rows/redirects.ts';
import { requests } from './rows/requests.ts';
import { retries } from './rows/retries.ts';
import { waits } from './rows/waits.ts';

/** Everything that the table tells of. */
export const subjects: readonly Subject[] = [
  requests,
  answers,
  redirects,
  connections,
  retries,
  deadlines,
  aborts,
  waits,
];
