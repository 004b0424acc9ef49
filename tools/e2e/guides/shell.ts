import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** How commands have ended. */
export interface Ended {
  /** What they have printed, on either stream, as a terminal shows it. */
  readonly printed: string;
  /** The exit code of the last command that failed; 0 if none did. */
  readonly code: number;
}

/** Variables of this process that would change what a guide's programs do; no reader has them. */
const excluded =
  /^(?:VITEST|NODE_(?!EXTRA_CA_CERTS)|FORCE_COLOR|TURBO_|npm_(?!config_cache)|AGENT_CONVERSATION_)/;

/** A session of bash. */
export class GuideShell {
  readonly #bash: ChildProcessByStdio<Writable, Readable, null>;
  readonly #ended: Promise<unknown>;
  #printed = '';

  /**
   * @param folder where it begins
   * @param commands to begin with, such as functions
   */
  constructor(folder: string, commands: string) {
    const usual = Object.entries(process.env).filter(([name]) => !excluded.test(name));
    this.#bash = spawn('bash', ['--noprofile', '--norc'], {
      cwd: folder,
      env: {
        ...Object.fromEntries(usual),
        NO_COLOR: '1',
        NO_PROXY: '127.0.0.1',
        DO_NOT_TRACK: '1',
      },
      stdio: ['pipe', 'pipe', 'ignore'],
      // A group of its own, so that what it has started ends with it.
      detached: true,
    });
    this.#ended = once(this.#bash, 'close');
    this.#bash.stdout.setEncoding('utf8').on('data', (text: string) => (this.#printed += text));
    // Nothing stays behind when this process is ended, either: bash then sees the end of its commands.
    this.#bash.stdin.write(
      `${commands}\nexec 2>&1; set -E -o pipefail; trap 'failed=$?' ERR; trap 'kill 0' EXIT\n`,
    );
  }

  /**
   * Runs the commands of a file in the session.
   *
   * @throws {Error} when they end the session
   */
  async run(file: string): Promise<Ended> {
    this.#printed = '';
    this.#bash.stdin.write(`failed=0; source '${file}' < /dev/null; printf '\\0%s\\0' "$failed"\n`);
    for (;;) {
      const ended = /^([^]*)\0(\d+)\0/.exec(this.#printed);
      if (ended) return { printed: ended[1]!, code: Number(ended[2]) };
      if (this.#bash.exitCode !== null) throw new Error(`bash has ended:\n${this.#printed}`);
      await Promise.race([once(this.#bash.stdout, 'data'), this.#ended]);
    }
  }

  /** Ends the session and everything that it has started. */
  async end(): Promise<void> {
    process.kill(-this.#bash.pid!, 'SIGKILL');
    await this.#ended;
  }
}
