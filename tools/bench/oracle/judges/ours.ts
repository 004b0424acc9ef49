import { judgeExchange } from '@agent-conversation/conformance';
import { baseUrl } from '../cases.ts';
import type { Says } from '../subjects.ts';

/** What the oracle of this repository says. */
export function loadOurs(): Says {
  return ({ request: { method, path, headers, body }, answer }) => {
    const request = { method, url: `${baseUrl}${path}`, headers: new Headers(headers), body };
    const { findings } = judgeExchange({ request, answer }, { closed: true });
    return findings.some(({ side }) => side === 'answer');
  };
}
