/** The command line of the checker. */
import { readFileSync } from 'node:fs';
import { getSystemErrorMessage } from 'node:util';
import {
  decimal,
  defineCommand,
  duration,
  integer,
  InvalidArgumentError,
  list,
  UsageError,
} from '@agent-conversation/cli';
import { optionTable } from '@agent-conversation/cli/options';
import { duration as durationText } from '@agent-conversation/cli/text';
import packageJson from '@agent-conversation/conformance/package.json' with { type: 'json' };
import { editions } from '../oracle/editions.ts';
import {
  type CheckOptions,
  defaults,
  type NameOption,
  OptionError,
} from '../checker/options.ts';
import { readTargets, reportKinds } from './targets.ts';

/** The environment variable that has the key, as for the client. */
const keyVariable = 'AGENT_CONVERSATION_API_KEY';

const minutes = durationText(defaults.maxTimeInMs).replace(' min', 'm');
const seconds = (milliseconds: number) => `${milliseconds / 1000}s`;

/** Values have the names that they have in {@link CheckOptions}. */
const options = optionTable(
  `
  --base-url <URL>  the address of the server, such as http://localhost:3000
  --api-key-file <FILE>  the file that has the key (default: the variable ${keyVariable})
  --key-header <NAME>  the header of the key (default: ${defaults.keyHeader}); in Authorization, it
      is sent as a bearer token
  --edition <EDITION>  compare with an edition of the service: ${editions.join(', ')}, or auto to
      find it out. What it is known to do differently is listed, and is no error
What is checked:
  --include <PATTERN>  only these checks (repeatable): an operation, a check such as
      searchSandboxes.pages, all of a kind (*.pages), v0 or v1; * is any text
  --exclude <PATTERN>  not these
  --strict  what is assumed is binding: its warnings are errors; and warn of properties that the
      contract does not list
  --seed <NUMBER>  of the random calls (default: another one each time)
Writing:
  --write  also start sandboxes and conversations, and pause and resume those sandboxes; nothing
      that was there before is changed. At the end the sandboxes are paused, and what is left is
      listed, because no operation deletes it
  --write-remote  also on another machine than this one
Bounds:
  --budget <BOUNDS>  how many requests, how much time, or both: 500, 60s or 500,60s
      (default: ${defaults.maxRequests},${minutes}). Durations are written 500ms, 30s, 2m
  --rate <NUMBER>  requests in a second at most (default: ${defaults.rate}; ${defaults.loopbackRate} on this machine)
  --max-sandboxes <NUMBER>  how many sandboxes may be started (default: ${defaults.maxSandboxes})
  --timeout <DURATION>  how long a response may take (default: ${seconds(defaults.timeoutInMs)})
  --wait <DURATION>  how long a change of state may take, such as a start
      (default: ${seconds(defaults.waitInMs)})
Output:
  --report <FORM[=FILE],...>  ${reportKinds.join(', ')} (default: pretty); one of them can go to
      the output, the others to files. No secret is in any of them
`,
  {
    PATTERN: [list],
    NUMBER: [integer(0, Number.MAX_SAFE_INTEGER)],
    BOUNDS: [budget],
    '--rate': [decimal],
    DURATION: [duration, 'InMs'],
    'FORM[=FILE],...': [list],
  },
  '--base-url',
);

interface Values extends Omit<CheckOptions, 'apiKey'> {
  readonly budget?: ReturnType<typeof budget>;
  readonly apiKeyFile?: string;
  readonly report?: readonly string[];
}

export const conformance = defineCommand({
  name: 'agent-conversation-conformance',
  summary:
    'Checks whether a server conforms to the contract of the Agent Conversation Service: sends valid and invalid ' +
    'requests, and requests without a key, and validates the responses. Prints its plan, then runs one check after ' +
    'the other. Only reads, unless --write is given.',
  options: (program) => options.addTo(program, packageJson.version),
  notes: `A violation of what is documented or observed is an error, and of what is assumed a warning. A secret
in clear text is always an error.

The key is sent to this server only: redirects are not followed. After 429, or 503 with Retry-After, a
request is sent again when the server allows it. No more than 1 MiB of a body is read. A server that
has only V0 or only V1 is checked for what it has. Ctrl-C ends the run early, pauses its sandboxes, and
reports; a second one ends the program at once.

Try
  export ${keyVariable}=any
  agent-conversation-conformance --base-url http://localhost:4010
  agent-conversation-conformance --base-url http://localhost:4010 --write --budget 500,60s
  agent-conversation-conformance --base-url http://localhost:3000 --edition auto
  agent-conversation-conformance --base-url https://agents.example --strict --report pretty,junit=report.xml
  agent-conversation-conformance --base-url https://agents.example --include 'search*' --exclude '*.random'`,
  environment: {
    [keyVariable]:
      'the API key, unless --api-key-file names a file that has it',
  },
  exitCodes: {
    0: 'the server conforms, with or without warnings',
    1: 'it does not: there is an error',
    2: 'unknown: wrong options, no server, another server, a wrong key, or a budget that is too small for the checks',
  },
  async run(values) {
    const {
      budget: bounds,
      apiKeyFile,
      report = ['pretty'],
      ...others
    } = values as Values;
    const reports = readTargets(report);
    const check: CheckOptions = {
      ...others,
      ...bounds,
      apiKey: readKey(apiKeyFile),
    };
    try {
      // It takes ten times as long to load as all else, which a mistake need not wait for.
      const { runCheck } = await import('./run-check.ts');
      return await runCheck(check, reports, apiKeyFile);
    } catch (error) {
      throw error instanceof OptionError
        ? new UsageError(error.messageWith(flagOf))
        : error;
    }
  },
});

const flagOf: NameOption = (option) =>
  options.flagOf(/^max(Requests|TimeInMs)$/.test(option) ? 'budget' : option);

/** Reads `500`, `60s` or `500,60s`. */
function budget(
  text: string,
): Pick<CheckOptions, 'maxRequests' | 'maxTimeInMs'> {
  const [, requests, time] =
    /^(?:(\d{1,9})(?:,(?=.)|$))?([\d.]+[a-z]+)?$/.exec(text) ?? [];
  if (requests === undefined && time === undefined) {
    throw new InvalidArgumentError(
      'It must be a number of requests, a duration, or both: 500,60s.',
    );
  }
  return {
    maxRequests: requests === undefined ? undefined : Number(requests),
    maxTimeInMs: time === undefined ? undefined : duration(time),
  };
}

/** Reads the key from a file or else the environment; an error never includes it. */
function readKey(file: string | undefined): string {
  const source = file === undefined ? keyVariable : `--api-key-file ${file}`;
  const unusable = (problem: string) => new UsageError(`${source}: ${problem}`);
  let key = process.env[keyVariable];
  try {
    if (file !== undefined)
      key = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw unusable(
      getSystemErrorMessage((error as NodeJS.ErrnoException).errno ?? 0),
    );
  }
  if (key && /^[\x21-\x7e]+$/.test(key)) return key;
  if (key)
    throw unusable(
      'the key must be one line of visible ASCII characters, without spaces',
    );
  if (file !== undefined) throw unusable('the file is empty');
  const hint = `set ${keyVariable}, or name a file that has it with --api-key-file`;
  throw new UsageError(`There is no key: ${hint}`);
}
