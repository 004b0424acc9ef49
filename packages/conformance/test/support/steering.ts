/** Steers a mock over HTTP, by its control surface. */
export interface Steering {
  state(): Promise<unknown>;
  reset(): Promise<unknown>;
  advance(milliseconds: number): Promise<unknown>;
  /** The status of the answer: 400 for what cannot happen. */
  happen(id: string, status: string): Promise<number>;
}

/**
 * @param url of the mock
 * @param key whose state is steered
 */
export function steer(url: string, key: string): Steering {
  const ask = async (method: string, what: string, body?: object) =>
    fetch(`${url}/_mock/${what}`, {
      method,
      headers: { 'X-Session-API-Key': key, 'Content-Type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
  const done = async (answer: Response): Promise<unknown> => {
    if (answer.status !== 200) throw new Error(await answer.text());
    return answer.json();
  };
  return {
    state: async () => done(await ask('GET', 'state')),
    reset: async () => done(await ask('POST', 'reset')),
    advance: async (milliseconds) => done(await ask('POST', 'advance', { milliseconds })),
    happen: async (id, status) => (await ask('POST', 'happen', { id, status })).status,
  };
}
