import { recall, remember } from './storage.ts';

const initial = '127.0.0.1:4010';

/** Where the mock is: the program of this machine that samples are sent to. */
let address = readAddress(recall('mock') ?? '') ?? initial;

/** What an input says that `readAddress` does not take. */
export const addressProblem =
  'Samples are sent to this machine only: write 127.0.0.1 or localhost and a port, such as 127.0.0.1:4010.';

/** The host and port of the mock, such as `127.0.0.1:4010`. */
export function mockAddress(): string {
  return address;
}

/** Takes another host and port, which `readAddress` has read, and keeps them. */
export function setMockAddress(read: string): void {
  address = read;
  remember('mock', read);
}

/** Reads a host and port of this machine; undefined if the text is anything else. */
export function readAddress(text: string): string | undefined {
  const found = /^(?:http:\/\/)?((?:127\.0\.0\.1|localhost):(\d{1,5}))\/?$/i.exec(text.trim());
  const port = Number(found?.[2]);
  return port >= 1 && port <= 65_535 ? found![1]!.toLowerCase() : undefined;
}

/** The command that starts a mock there. */
export function startCommand(): string {
  const port = address.split(':')[1]!;
  const option = port === initial.split(':')[1] ? '' : ` --port ${port}`;
  return `npx agent-conversation-mock --examples${option}`;
}
