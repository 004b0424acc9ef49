/** Status and headers of a response. */
export interface ResponseInfo {
  readonly status: number;
  readonly headers: Headers;
  /** Id of the request, from the response header `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

/** The data of a call, with status and headers of the response. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: ResponseInfo;
}

// The methods are written out, because they cost the compiler less than those of `Promise`, be it extended or
// its members taken by name.
/** A call in progress: a promise of its data. */
export interface Call<T> {
  readonly [Symbol.toStringTag]: string;
  then<A = T, B = never>(
    onfulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onrejected?: OnRejected<B>,
  ): Promise<A | B>;
  catch<B = never>(onrejected?: OnRejected<B>): Promise<T | B>;
  finally(onfinally?: (() => void) | null): Promise<T>;
  /**
   * Returns the data together with status, headers and request id of the response.
   *
   * @example
   * const { data, response } = await client.settings.get().withResponse();
   * console.log(response.requestId, data.language);
   */
  withResponse(): Promise<WithResponse<T>>;
}

/** A method, as handlers may name a type for the reason: only the parameters of methods may be narrower. */
type OnRejected<B> = { handle(reason: unknown): B | PromiseLike<B> }['handle'] | null;

/** A call that is sent when its data is first asked for. */
export class LazyCall<T> implements Call<T> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #send: () => Promise<WithResponse<T>>;
  #answer: Promise<WithResponse<T>> | undefined;

  constructor(send: () => Promise<WithResponse<T>>) {
    this.#send = send;
  }

  withResponse(): Promise<WithResponse<T>> {
    return (this.#answer ??= this.#send());
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a call is awaited and also gives access to its response, which a promise cannot
  then<A = T, B = never>(
    onfulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onrejected?: OnRejected<B>,
  ): Promise<A | B> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(onfulfilled, onrejected);
  }

  catch<B = never>(onrejected?: OnRejected<B>): Promise<T | B> {
    return this.then(undefined, onrejected);
  }

  finally(onfinally?: (() => void) | null): Promise<T> {
    return this.then(undefined).finally(onfinally);
  }
}

/** A call that is sent at once. */
export function callOf<T>(send: () => Promise<WithResponse<T>>): Call<T> {
  const answer = send();
  return new LazyCall(() => answer);
}
