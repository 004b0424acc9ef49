/** A small repository with a contract, two published packages and a changeset configuration. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '@agent-conversation/cli';
import { readPlan, type Review } from '@agent-conversation/diff';
import type { Context } from '../context.ts';
import { releaseCommand } from '../main.ts';

/** The manifest of a package that may be published. */
export function manifestOf(folder: string, extra: object = {}) {
  return {
    name: `@agent-conversation/${folder.split('/').at(-1)}`,
    version: '0.1.0',
    license: 'MIT',
    type: 'module',
    engines: { node: '>=24' },
    exports: { './package.json': './package.json' },
    files: ['dist', 'CHANGELOG.md'],
    ...extra,
  };
}

const summary = 'Titles are short.\n\nLong ones belong into messages.';

/** A change that breaks senders and was approved. */
const change = {
  rule: 'max-length-added',
  effect: 'breaking',
  generation: 'none',
  evidence: undefined,
  sources: [],
  breaks: ['sender'],
  operations: ['feedPet'],
  location: { file: 'openapi/openapi.yaml', line: 4 },
  message: 'The title may have\nat most `80` characters',
  migration: 'Shorten it',
  approval: {
    reason: 'Lists show one line',
    migration: 'Cut titles to 80 characters',
  },
} as unknown as Review['changes'][number];

export class Fixture {
  readonly root = fs.mkdtempSync(join(tmpdir(), 'release-fixture-'));

  constructor() {
    const dependencies = { '@agent-conversation/openapi': '^0.1.0' };
    const folders = { openapi: {}, 'packages/conformance': { dependencies } };
    const workspaces = Object.keys(folders);
    const locked: Record<string, object> = { '': { name: 'pets', workspaces } };
    for (const [folder, extra] of Object.entries(folders)) {
      const { name, version, license, engines } = manifestOf(folder);
      this.json(`${folder}/package.json`, manifestOf(folder, extra));
      for (const file of ['LICENSE', 'README.md'])
        this.write(`${folder}/${file}`, '# Pets\n');
      this.write(
        `${folder}/CHANGELOG.md`,
        `# ${name}\n\n## 0.1.0\n\n- The first release.\n`,
      );
      locked[`node_modules/${name}`] = { resolved: folder, link: true };
      locked[folder] = { name, version, license, ...extra, engines };
    }
    this.json('package.json', {
      name: 'pets',
      private: true,
      type: 'module',
      workspaces,
    });
    this.json('package-lock.json', {
      name: 'pets',
      lockfileVersion: 3,
      packages: locked,
    });
    this.json('.changeset/config.json', {
      changelog: join(import.meta.dirname, '../changelog.ts'),
      fixed: [
        ['@agent-conversation/openapi', '@agent-conversation/conformance'],
      ],
      format: false,
    });
    this.write('LICENSE', '# Pets\n');
    this.write('.gitignore', 'dist/\nnode_modules/\n/npmrc\n/release/\n');
    this.write(
      'openapi/openapi.yaml',
      'info:\n  title: Pets\n  version: 0.1.0\npaths: {}\n',
    );
    this.write(
      'openapi/released/openapi.yaml',
      this.read('openapi/openapi.yaml'),
    );
    this.write(
      'openapi/approvals.yaml',
      '# Reviewed.\napprovals:\n  - reason: Lists\n',
    );
    this.write(
      'openapi/changelog.yaml',
      'releases:\n  - version: 0.1.0\n    summary: First.\n',
    );
    fs.mkdirSync(join(this.root, 'node_modules'));
    this.git('init', '--quiet', '--initial-branch=main');
    this.git('remote', 'add', 'origin', '.');
    this.commit();
  }

  /** Runs `npm run release` on the fixture. */
  async run(args: readonly string[], context: Partial<Context> = {}) {
    const { root, runTask, review } = this;
    const own = { root, today: '2026-01-02', runTask, review };
    const command = releaseCommand({ ...own, ...context });
    const ended = { code: 0, out: '', err: '' };
    ended.code = await runCommand(command, args, {
      out: (text) => void (ended.out += text),
      err: (text) => void (ended.err += text),
    });
    return ended;
  }

  /** Runs it and returns all of its result as one text. */
  async result(
    args: readonly string[],
    context: Partial<Context> = {},
  ): Promise<string> {
    const { code, out, err } = await this.run(args, context);
    return `${code}${out && ` out: ${out}`}${err && ` err: ${err}`}`;
  }

  /** Runs a task as turbo would. */
  readonly runTask = async (root: string, task: string): Promise<void> => {
    if (task === 'record') this.#recordDocs(root);
    else this.build(root);
  };

  /** Copies the contract, as the bundler would. */
  build(root: string): void {
    fs.cpSync(
      join(root, 'openapi/openapi.yaml'),
      join(root, 'openapi/dist/openapi.yaml'),
    );
    fs.mkdirSync(join(root, 'packages/conformance/dist'), { recursive: true });
    fs.writeFileSync(
      join(root, 'packages/conformance/dist/index.js'),
      'export {};\n',
    );
  }

  /** Records the address of the new release, as the docs would. */
  #recordDocs(root: string): void {
    const changelog = fs.readFileSync(
      join(root, 'openapi/changelog.yaml'),
      'utf8',
    );
    const [, version] = /version: (.*)/.exec(changelog)!;
    fs.appendFileSync(join(root, 'released-anchors.txt'), `${version}.html\n`);
  }

  /** Reports `change` if the contract differs from the released one; it needs a changeset. */
  readonly review = async (root: string): Promise<Review> => {
    this.build(root);
    const contract = (file: string) =>
      fs.readFileSync(join(root, 'openapi', file), 'utf8');
    const versionOf = (text: string) => /version: (.*)/.exec(text)?.[1] ?? '';
    const [released, current] = [
      'released/openapi.yaml',
      'dist/openapi.yaml',
    ].map(contract);
    const titleOf = (text: string) => /title: (.*)/.exec(text)?.[1];
    const changes = titleOf(released!) === titleOf(current!) ? [] : [change];
    const { plan } = await readPlan(root);
    const isMissing = changes.length > 0 && plan.step === 'none';
    return {
      changes,
      versions: {
        released: versionOf(released!),
        current: versionOf(current!),
        packages: {},
      },
      approvals: [],
      least: { step: changes.length > 0 ? 'minor' : 'none', version: '' },
      planned: plan,
      diagnostics: isMissing
        ? [{ kind: 'changeset-missing', location: change.location }]
        : [],
    } as unknown as Review;
  };

  /** Changes the contract, with a changeset. */
  change(): void {
    this.write(
      'openapi/openapi.yaml',
      this.read('openapi/openapi.yaml').replace('Pets', 'Bulbs'),
    );
    this.announce('first', 'openapi', 'minor', summary);
    this.commit();
  }

  /** Writes a changeset. */
  announce(
    name: string,
    folder: string,
    step: 'patch' | 'minor',
    text: string,
  ): void {
    const head = `---\n'@agent-conversation/${folder}': ${step}\n---\n`;
    this.write(`.changeset/${name}.md`, `${head}\n${text}\n`);
  }

  read(file: string): string {
    return fs.readFileSync(join(this.root, file), 'utf8');
  }

  write(file: string, text: string): void {
    fs.mkdirSync(dirname(join(this.root, file)), { recursive: true });
    fs.writeFileSync(join(this.root, file), text);
  }

  json(file: string, content: object): void {
    this.write(file, `${JSON.stringify(content, null, 2)}\n`);
  }

  git(...args: readonly string[]): string {
    const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
    return execFileSync('git', [...identity, ...args], {
      cwd: this.root,
      stdio: 'pipe',
    })
      .toString()
      .trim();
  }

  commit(): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', 'A change');
  }

  remove(): void {
    fs.rmSync(this.root, { recursive: true, force: true });
  }
}
