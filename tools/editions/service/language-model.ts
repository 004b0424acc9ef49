/** A stub of a language model, on loopback: it responds to every conversation with one text. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The text ends the turn of the agent: a message without a call of a tool. */
const reply = 'Done.';

export interface LanguageModel extends AsyncDisposable {
  /** The base URL for clients of the OpenAI API. */
  readonly baseUrl: string;
}

interface CompletionRequest {
  readonly model?: string;
  readonly stream?: boolean;
}

/** Starts the stub on a free port. */
export async function startLanguageModel(): Promise<LanguageModel> {
  const server = createServer((request, response) => {
    void respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    [Symbol.asyncDispose]: () => close(server),
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await text(request);
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
    return sendError(
      response,
      404,
      `There is no ${request.method} ${request.url}`,
    );
  }
  const completion = parse(body);
  if (completion === undefined)
    return sendError(response, 400, 'The body must be a JSON object');
  if (completion.stream === true) return sendStream(response, completion);
  const message = { role: 'assistant', content: reply };
  const choice = { index: 0, message, finish_reason: 'stop' };
  const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };
  send(response, 200, {
    ...head('chat.completion', completion),
    choices: [choice],
    usage,
  });
}

function sendStream(
  response: ServerResponse,
  completion: CompletionRequest,
): void {
  const deltas = [{ role: 'assistant', content: reply }, {}];
  const chunks = deltas.map((delta, at) => {
    const finishReason = at === deltas.length - 1 ? 'stop' : null;
    const choice = { index: 0, delta, finish_reason: finishReason };
    return { ...head('chat.completion.chunk', completion), choices: [choice] };
  });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const chunk of chunks)
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  response.end('data: [DONE]\n\n');
}

function head(object: string, { model = 'unknown' }: CompletionRequest) {
  return { id: 'chatcmpl-1', object, created: 0, model };
}

function parse(body: string): CompletionRequest | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function sendError(
  response: ServerResponse,
  status: number,
  message: string,
): void {
  send(response, status, { error: { message, type: 'invalid_request_error' } });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
