/** Replaces what differs from recording to recording by stable values of the same form. */
import { withHyphens } from '@agent-conversation/contract';
import type { Exchange } from '@agent-conversation/cli/evidence';

/** A text that a recording contains, with what it becomes. */
interface Replacement {
  readonly from: string;
  readonly to: string;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const plainId = /(?<![0-9A-Za-z])[0-9a-f]{32}(?![0-9A-Za-z])/g;
/** Ids that the scenario chooses: they are the same each time. */
const chosenId = /^([cd])\1{7}00004000800/;
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?/g;
/** Port 5173 is that of an application that the scenario makes up. */
const localUrl = /(?<=http:\/\/(?:localhost|127\.0\.0\.1):)(?!5173)\d+/g;

/** Of every sandbox: a port that was in use is free again at any time. */
const stablePort = 8000;

/** Equal in every recording: two times of one response can differ or not. */
const stableTime = '2026-01-01T00:00:00';

/**
 * Normalizes the exchanges of one file: the same service gives the same values. Ids and keys are numbered in the order
 * in which they appear.
 */
export function normalize<T extends Exchange>(exchanges: readonly T[]): T[] {
  const names = new Names();
  return exchanges.map((exchange) => {
    const text = JSON.stringify(exchange, (name, value: unknown) => {
      if (typeof value === 'string') names.learn(name, value);
      return value;
    });
    return JSON.parse(text, (name, value: unknown) => {
      if (name === 'metrics') return withoutMeasures(value);
      return names.stableValue(name, value);
    }) as T;
  });
}

/** The stable names of what was met so far. */
class Names {
  readonly #ids = new Map<string, string>();
  readonly #sandboxes = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #ports = new Set<string>();

  /** Finds ids, keys and ports in a text. @param name that of its property */
  learn(name: string, text: string): void {
    this.#learnProperty(name, text);
    for (const [id] of text.matchAll(uuid))
      this.#nameId(id.replaceAll('-', ''));
    for (const [id] of text.matchAll(plainId)) this.#nameId(id);
    for (const [port] of text.matchAll(localUrl)) this.#ports.add(port);
  }

  #learnProperty(name: string, value: string): void {
    if (name === 'session_api_key')
      number(this.#keys, value, (count) => `session-api-key-${count}`);
    const isSandbox =
      /^(id|sandbox_id)$/.test(name) && /^[0-9A-Za-z]{20,24}$/.test(value);
    if (isSandbox) this.#nameSandbox(value);
    const [, inPath] = /\/sandboxes\/([0-9A-Za-z]{20,24})\//.exec(value) ?? [];
    if (name === 'path' && inPath !== undefined) this.#nameSandbox(inPath);
  }

  #nameSandbox(id: string): void {
    if (/^0+$/.test(id)) return;
    number(
      this.#sandboxes,
      id,
      (count) => `sandbox${String(count).padStart(15, '0')}`,
    );
  }

  #nameId(id: string): void {
    if (chosenId.test(id)) return;
    number(this.#ids, id, (count) => String(count).padStart(32, '0'));
  }

  /** Replaces in a value what was learnt. @param name that of its property */
  stableValue(name: string, value: unknown): unknown {
    if (name === 'port' && this.#ports.has(String(value))) return stablePort;
    return typeof value === 'string' ? this.#replaceText(value) : value;
  }

  #replaceText(text: string): string {
    let replaced = text;
    for (const { from, to } of this.#replacements())
      replaced = replaced.replaceAll(from, to);
    return replaced
      .replaceAll(localUrl, String(stablePort))
      .replaceAll(time, (_, fraction) =>
        fraction ? `${stableTime}.000000` : stableTime,
      );
  }

  #replacements(): Replacement[] {
    const ids = [...this.#ids].flatMap(([from, to]) => [
      { from, to },
      { from: withHyphens(from), to: withHyphens(to) },
      // The title that the service gives to a conversation.
      {
        from: `Conversation ${from.slice(0, 5)}`,
        to: `Conversation ${to.slice(0, 5)}`,
      },
    ]);
    const others = [...this.#sandboxes, ...this.#keys].map(([from, to]) => ({
      from,
      to,
    }));
    return [...ids, ...others];
  }
}

function number(
  names: Map<string, string>,
  value: string,
  nameOf: (count: number) => string,
): void {
  if (!names.has(value)) names.set(value, nameOf(names.size + 1));
}

/** Sets what was measured, such as tokens and costs, to zero: it depends on when the question was asked. */
function withoutMeasures(metrics: unknown): unknown {
  return JSON.parse(JSON.stringify(metrics), (_, value: unknown) =>
    typeof value === 'number' ? 0 : value,
  );
}
