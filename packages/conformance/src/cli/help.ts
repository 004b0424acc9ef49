import { bodyLimit } from '../checker/send.ts';
import { defaults } from '../checker/options.ts';
import { keyVariable } from './key.ts';
import { time } from '../reports/words.ts';

export const help = `Usage: agent-conversation-conformance --base-url URL [options]

Checks whether a server conforms to the contract of the Agent Conversation Service: sends valid and
invalid requests, and requests without a key, and validates the responses. Prints its plan, then runs
one check after the other. Only reads, unless --write is given.

  --base-url URL           the address of the server, such as http://localhost:3000
  --api-key-file FILE      the file that has the key (default: the variable ${keyVariable})

What is checked
  --include PATTERN        only these checks, as often as you like: an operation, a check such as
                           searchSandboxes.pages, all of a kind (*.pages), v0 or v1; * is any text
  --exclude PATTERN        not these
  --strict                 what is assumed is binding: its warnings are errors; and warn of properties
                           that the contract does not list
  --seed NUMBER            what the random calls are made from (default: another one each time)

Writing
  --write                  also start sandboxes and conversations, and pause and resume those sandboxes;
                           nothing that was there before is touched. At the end the sandboxes are
                           paused, and what is left is listed, because no operation deletes it
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

A violation of what is documented or observed is an error, and of what is assumed a warning. A secret
in clear text is always an error.

The key is sent to this server only: redirects are not followed. After 429, or 503 with Retry-After, a
request is sent again when the server allows it. No more than ${bodyLimit / 1024 / 1024} MiB of a body is read. A server that
has only V0 or only V1 is checked for what it has. Ctrl-C ends the run early, pauses its sandboxes, and
reports; a second one ends the program at once.

Try
  export ${keyVariable}=any
  agent-conversation-conformance --base-url http://localhost:4010
  agent-conversation-conformance --base-url http://localhost:4010 --write --budget 500,60s
  agent-conversation-conformance --base-url https://agents.example --strict --report pretty,junit=report.xml
  agent-conversation-conformance --base-url https://agents.example --include 'search*' --exclude '*.random'

Exit codes: 0 the server conforms, with or without warnings; 1 it does not: there is an error; 2 unknown:
wrong options, no server, another server, a wrong key, or a budget that is too small for the checks`;

function minutes(milliseconds: number): string {
  return time(milliseconds).replace(' min', 'm');
}
