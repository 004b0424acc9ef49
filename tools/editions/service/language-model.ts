/** A stub of a language model, on loopback: it responds to every conversation with one text. */
import { listen } from '@agent-conversation/testing/listen';

/** The text ends the turn of the agent: a message without a call of a tool. */
const message = { role: 'assistant', content: 'Done.' };

export interface LanguageModel extends Disposable {
  /** The base URL for clients of the OpenAI API. */
  readonly baseUrl: string;
}

interface CompletionRequest {
  readonly model: string;
  readonly stream?: boolean;
}

/** Starts the stub on a free port. */
export async function startLanguageModel(): Promise<LanguageModel> {
  const { url, close } = await listen(respond);
  return { baseUrl: `${url}/v1`, [Symbol.dispose]: close };
}

async function respond(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method !== 'POST' || pathname !== '/v1/chat/completions') {
    const problem = `There is no ${request.method} ${pathname}`;
    const error = { message: problem, type: 'invalid_request_error' };
    return Response.json({ error }, { status: 404 });
  }
  const { model, stream } = (await request.json()) as CompletionRequest;
  const head = { id: 'chatcmpl-1', created: 0, model };
  const first = { index: 0, finish_reason: null, delta: message };
  const last = { index: 0, finish_reason: 'stop' };
  if (stream === true) {
    const object = 'chat.completion.chunk';
    const chunks = [first, { ...last, delta: {} }].map((choice) =>
      JSON.stringify({ ...head, object, choices: [choice] }),
    );
    const events = [...chunks, '[DONE]'].map((data) => `data: ${data}\n\n`);
    const headers = { 'content-type': 'text/event-stream' };
    return new Response(events.join(''), { headers });
  }
  return Response.json({
    ...head,
    object: 'chat.completion',
    choices: [{ ...last, message }],
    usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
  });
}
