import type { Design } from '../design/design.ts';
import type { NewFile } from './file.ts';

const baseUrl = 'http://127.0.0.1:4010';

/** How it is called, with curl and with the client, so that it succeeds and so that it fails. */
export function samples(design: Design): NewFile[] {
  const folder = `openapi/samples/${design.id}`;
  const file = (name: string, text: string) => ({ file: `${folder}/${name}`, text, isNew: true });
  return [
    file('success.sh', shell(design, 'X-Session-API-Key: any')),
    file('failure.sh', shell(design, 'Authorization: Bearer any')),
    file('success.ts', success(design)),
    file('failure.ts', failure(design)),
  ];
}

function shell({ method, path, parameters, body }: Design, key: string): string {
  const address = parameters.reduce(
    (url, { name, example }) => url.replace(`{${name}}`, encodeURIComponent(example)),
    `${baseUrl}${path}`,
  );
  const implied = body ? 'post' : 'get';
  const data = JSON.stringify(body?.value, undefined, 2);
  return [
    `curl ${address}`,
    ...(method === implied ? [] : [`--request ${method.toUpperCase()}`]),
    `--header '${key}'`,
    ...(body
      ? [
          "--header 'Content-Type: application/json'",
          `--data '${data.replaceAll("'", String.raw`'\''`).replaceAll('\n', '\n  ')}'`,
        ]
      : []),
    '--fail-with-body',
    '--silent',
    '--show-error\n',
  ].join(' \\\n  ');
}

function success(design: Design): string {
  const { answer } = design;
  const value = answer.value as Readonly<Record<string, unknown>>;
  const shown = Array.isArray(value['items'])
    ? `for (const item of answer.items) console.log(${member('item', value['items'][0] as object)});`
    : `console.log(${member('answer', value)});`;
  return `import { createClient } from '@agent-conversation/client';

const client = createClient({ baseUrl: '${baseUrl}', apiKey: 'any' });

const answer = await ${call(design)};
${shown}
`;
}

/** The first member of what was answered. */
function member(name: string, value: object | undefined): string {
  const [first] = Object.keys(value ?? {});
  return first === undefined ? name : `${name}.${first}`;
}

function failure(design: Design): string {
  return `import { createClient, isUnauthorizedError } from '@agent-conversation/client';

// A header that the service does not look at: it takes the key as \`apiKey\`.
const client = createClient({
  baseUrl: '${baseUrl}',
  headers: { Authorization: 'Bearer any' },
});

try {
  await ${call(design)};
} catch (error) {
  if (!isUnauthorizedError(error)) throw error;
  console.error(error.message);
}
`;
}

/** The call with the client. */
function call({ resource, verb, parameters, body }: Design): string {
  const ids = parameters.filter((it) => it.in === 'path').map(({ example }) => `'${example}'`);
  const args = [...ids, ...(body ? [JSON.stringify(body.value)] : [])];
  return `client.${resource}.${verb}(${args.join(', ')})`;
}
