import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type GuideRegistry, serveRegistry } from './guide-registry.ts';

/** The workspaces that are published. */
const published = [
  'openapi',
  ...['types', 'validators', 'client', 'mock', 'conformance'].map((it) => `packages/${it}`),
];

/** The folders in which readers of the guides are, outside the repository. */
export class GuideProjects {
  readonly #workshop = mkdtempSync(join(tmpdir(), 'guides-'));
  readonly #root: string;
  #registry: GuideRegistry | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Packs our packages as they are published, and serves them to npm.
   *
   * @throws {Error} when npm fails
   */
  async publish(): Promise<void> {
    const tarballs = join(this.#workshop, 'tarballs');
    mkdirSync(tarballs);
    const packages = published.map((it) => join(this.#root, it));
    const args = ['pack', ...packages, '--ignore-scripts', '--pack-destination', tarballs];
    await promisify(execFile)('npm', args, { cwd: this.#workshop });
    this.#registry = await serveRegistry(this.#root, tarballs);
  }

  /** What the programs of a reader need, to find the Node of these tests and our packages. */
  get environment(): NodeJS.ProcessEnv {
    const path = process.env['PATH']!.split(':').filter((it) => !it.endsWith('node_modules/.bin'));
    return {
      PATH: [dirname(process.execPath), ...path].join(':'),
      NO_PROXY: '127.0.0.1',
      npm_config_registry: this.#registry!.url,
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
      // What was built once of the same files is not built again.
      TURBO_CACHE_DIR: join(this.#root, '.turbo/cache'),
      DO_NOT_TRACK: '1',
    };
  }

  /** An empty folder. */
  make(): string {
    return mkdtempSync(join(this.#workshop, 'project-'));
  }

  /**
   * A project with the client and the mock, as the first guide makes it.
   *
   * @throws {Error} when npm fails
   */
  async makeInstalled(): Promise<string> {
    const project = this.make();
    const env = { ...process.env, ...this.environment };
    for (const args of [
      ['init', '--yes', '--init-type=module'],
      ['install', '@agent-conversation/client', '@agent-conversation/mock'],
    ]) {
      await promisify(execFile)('npm', args, { cwd: project, env });
    }
    return project;
  }

  remove(): void {
    this.#registry?.close();
    rmSync(this.#workshop, { recursive: true, force: true });
  }
}
