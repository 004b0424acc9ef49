/** The environment of the service, built from nothing: no variable of the caller reaches it. */
import { globSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownEdition } from '../editions.ts';

export interface ServiceSettings {
  readonly known: KnownEdition;
  /** The folder of the installed edition. */
  readonly folder: string;
  /** A folder of this run alone. */
  readonly scratch: string;
  readonly apiKey: string;
  readonly port: number;
  /** The port of the first sandbox; others follow it. */
  readonly sandboxPort: number;
}

/** Nothing listens there: what goes beyond this machine fails at once. */
const noProxy = 'http://127.0.0.1:9';

/** The kinds of sandboxes that can be started. Those that come with the package have no working folder. */
const sandboxSpecs = ['1.2', '1.1'].map((version) => ({
  id: `ghcr.io/acme/agent-server:${version}-python`,
  command: ['python', '-m', 'openhands.agent_server'],
  initial_env: { OH_ENABLE_VS_CODE: '0' },
  working_dir: '.',
}));

/** Makes the folders of the service, and returns the environment that leads to them. */
export function serviceEnvironment(
  settings: ServiceSettings,
): Record<string, string> {
  const { known, folder, scratch, apiKey, port, sandboxPort } = settings;
  const home = join(scratch, 'home');
  const temporary = join(scratch, 'tmp');
  for (const path of [home, temporary]) mkdirSync(path, { recursive: true });
  linkPackage(folder, scratch);
  return {
    PATH: [
      join(folder, 'venv/bin'),
      '/usr/bin',
      '/bin',
      '/usr/sbin',
      '/sbin',
    ].join(':'),
    LANG: 'C.UTF-8',
    HOME: home,
    TMPDIR: temporary,
    CACHE_DIR: join(temporary, 'cache'),
    // Its terminals are its own.
    TMUX_TMPDIR: temporary,
    PYTHONUTF8: '1',
    PYTHONUNBUFFERED: '1',
    EDITION_PORT: String(port),
    SESSION_API_KEY: apiKey,
    RUNTIME: known.runtime,
    SERVE_FRONTEND: 'false',
    FILE_STORE: 'local',
    FILE_STORE_PATH: join(home, 'files'),
    OH_PERSISTENCE_DIR: join(home, 'persistence'),
    OH_SANDBOX_KIND: 'ProcessSandboxServiceInjector',
    OH_SANDBOX_BASE_WORKING_DIR: join(scratch, 'sandboxes'),
    OH_SANDBOX_BASE_PORT: String(sandboxPort),
    OH_SANDBOX_SPEC_KIND: 'ProcessSandboxSpecServiceInjector',
    OH_SANDBOX_SPEC_SPECS: JSON.stringify(sandboxSpecs),
    // Prices of language models come with the package instead of the network.
    LITELLM_LOCAL_MODEL_COST_MAP: 'True',
    LOG_LEVEL: 'WARNING',
    NO_COLOR: '1',
    DO_NOT_TRACK: '1',
    http_proxy: noProxy,
    https_proxy: noProxy,
    no_proxy: '127.0.0.1,localhost',
    NO_PROXY: '127.0.0.1,localhost',
  };
}

/** Deployments run where the package is: it looks for its prompts below the working directory. */
function linkPackage(folder: string, scratch: string): void {
  const [library] = globSync('venv/lib/python3.*/site-packages/openhands', {
    cwd: folder,
  });
  if (library !== undefined)
    symlinkSync(join(folder, library), join(scratch, 'openhands'));
}
