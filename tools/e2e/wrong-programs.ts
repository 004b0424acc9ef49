/** Programs that use the client wrongly, which a compiler has to notice. */

/** A program with one mistake. */
export interface WrongProgram {
  readonly name: string;
  /** The program: with the mistake, and without. */
  readonly code: (part: string) => string;
  readonly wrong: string;
  readonly right: string;
  /** What a compiler says; it does not stand in the program. */
  readonly complaint: string;
}

const client = `import { createClient } from '@agent-conversation/client';
const client = createClient();
`;
const functions = `import { connect, pauseSandbox } from '@agent-conversation/client/operations';
const connection = connect();
`;

export const wrongPrograms: readonly WrongProgram[] = [
  {
    name: 'a misspelt member of a body',
    code: (member) => `${client}await client.appConversations.start({ ${member}: 'Vouchers' });`,
    wrong: 'titel',
    right: 'title',
    complaint: "'titel' does not exist in type",
  },
  {
    name: 'a misspelt parameter of a query',
    code: (member) => `${client}await client.sandboxes.search({ ${member}: 20 });`,
    wrong: 'limits',
    right: 'limit',
    complaint: "'limits' does not exist in type",
  },
  {
    name: 'a misspelt option of the client',
    code: (option) =>
      `import { createClient } from '@agent-conversation/client';
createClient({ ${option}: 1_000 });`,
    wrong: 'timeoutInMS',
    right: 'timeoutInMs',
    complaint: "'timeoutInMS' does not exist in type",
  },
  {
    name: 'a misspelt option of a call',
    code: (option) => `${client}await client.settings.get({ ${option}: 0 });`,
    wrong: 'retrys',
    right: 'retries',
    complaint: "'retrys' does not exist in type",
  },
  {
    name: 'a misspelt option of a wait',
    code: (option) =>
      `${client}await client.sandboxes.waitUntil('any', 'RUNNING', { ${option}: 5 });`,
    wrong: 'pollInterval',
    right: 'pollIntervalInMs',
    complaint: "'pollInterval' does not exist in type",
  },
  {
    name: 'a missing id of a method',
    code: (id) => `${client}await client.sandboxes.pause(${id});`,
    wrong: '',
    right: "'any'",
    complaint: "An argument for 'sandbox_id' was not provided",
  },
  {
    name: 'a missing id of a function',
    code: (id) => `${functions}await pauseSandbox(connection${id});`,
    wrong: '',
    right: ", 'any'",
    complaint: "An argument for 'sandbox_id' was not provided",
  },
  {
    name: 'a missing body',
    code: (body) => `${client}await client.conversations.create(${body});`,
    wrong: '',
    right: '{}',
    complaint: "An argument for 'body' was not provided",
  },
  {
    name: 'a value of a request that no enumeration has',
    code: (value) => `${client}await client.appConversations.start({ agent_type: '${value}' });`,
    wrong: 'planner',
    right: 'plan',
    complaint: `Type '"planner"' is not assignable to type`,
  },
  {
    name: 'a status that no sandbox has',
    code: (status) => `${client}await client.sandboxes.waitUntil('any', '${status}');`,
    wrong: 'RUNING',
    right: 'RUNNING',
    complaint: `Argument of type '"RUNING"' is not assignable to parameter of type`,
  },
  {
    name: 'the data of a result that may be none',
    code: (narrowing) => `${functions}const result = await pauseSandbox(connection, 'any');
${narrowing} console.log(result.data.success);`,
    wrong: '',
    right: 'if (result.status === 200)',
    complaint: "Property 'data' does not exist on type",
  },
  {
    name: 'a status that no result has',
    code: (status) => `${functions}const result = await pauseSandbox(connection, 'any');
console.log(result.status === ${status});`,
    wrong: '500',
    right: '404',
    complaint: 'appears to be unintentional because the types',
  },
  {
    name: 'a member that no answer has',
    code: (member) => `${client}console.log((await client.sandboxes.start()).${member});`,
    wrong: 'state',
    right: 'status',
    complaint: "Property 'state' does not exist on type",
  },
];
