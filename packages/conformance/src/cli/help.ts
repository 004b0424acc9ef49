import { bodyLimit } from '../checker/send.ts';
import { defaults } from '../checker/options.ts';
import { keyVariable } from './key.ts';
import { time } from '../reports/words.ts';

export const help = `Usage: agent-conversation-conformance --base-url URL [options]

Holds a server that runs against the contract of the Agent Conversation Service: what it answers to
calls that are in order, to wrong ones, and without a key. It tells its plan, then makes one check
after the other, and reports what is not as the contract has it. It only reads unless --write is given.

  --base-url URL           the address of the server, such as http://localhost:3000
  --api-key-file FILE      the file that has the key (default: the variable ${keyVariable})

What is checked
  --include PATTERN        only these checks, as often as you like: an operation, a check such as
                           searchSandboxes.pages, all of a kind (*.pages), v0 or v1; * is any text
  --exclude PATTERN        not these
  --strict                 what is only observed or assumed binds, too: its warnings are errors
  --seed NUMBER            what the random calls are made from (default: another one each time)

Writing
  --write                  also start sandboxes and conversations, and pause and resume those sandboxes;
                           nothing that was there before is touched. At the end the sandboxes are
                           paused, and what is left is told, as no operation takes it away
  --write-remote           also on another machine than this one

Bounds
  --budget BOUNDS          how many requests, how much time, or both with a comma between them:
                           500, 60s or 500,60s (default ${defaults.maxRequests},${minutes(defaults.maxTime)}). Times are written 500ms, 30s, 2m
  --rate NUMBER            requests in a second at most (default ${defaults.rate}; ${defaults.loopbackRate} on this machine)
  --timeout TIME           how long an answer may take (default ${defaults.timeout / 1000}s)
  --wait TIME              how long a change of state may take, such as a start (default ${defaults.wait / 1000}s)

Output
  --report FORM[=FILE],... pretty, json, junit or har (default pretty); one of them can go to the output,
                           the others to files. No secret is in any of them
  --help, --version

The key goes to this server and to nobody else: redirects are not followed. Where the server answers
429, or 503 with Retry-After, it is given time. No more than ${bodyLimit / 1024 / 1024} MiB of a body is read. A server that
has only V0 or only V1 is checked for what it has. Ctrl-C ends the run early, puts in order what was
made, and reports; a second one ends the program at once.

Try
  export ${keyVariable}=any
  agent-conversation-conformance --base-url http://localhost:4010
  agent-conversation-conformance --base-url http://localhost:4010 --write --budget 500,60s
  agent-conversation-conformance --base-url https://agents.example --strict --report pretty,junit=report.xml
  agent-conversation-conformance --base-url https://agents.example --include 'search*' --exclude '*.random'

Exit codes: 0 the server conforms, perhaps with warnings; 1 it does not; 2 that could not be found out:
wrong options, no server, another server, a wrong key, or the end of the budget before that of the checks`;

function minutes(milliseconds: number): string {
  return time(milliseconds).replace(' min', 'm');
}
