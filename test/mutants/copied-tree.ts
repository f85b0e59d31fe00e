import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Mutant } from './list-mutants.ts';

const ROOT = join(import.meta.dirname, '../..');
const LEFT_OUT = ['node_modules', '.git', '.local', 'cdk.out'];
/** What a few test files may take in milliseconds on a busy machine. A change may let them run without end. */
const LIMIT = 120_000;

/** A copy of the project in which one file at a time is changed. The packages are those of the project itself. */
export class CopiedTree {
  readonly #folder = mkdtempSync(join(tmpdir(), 'bellwether-mutants-'));
  readonly #tree = join(this.#folder, 'tree');
  #running: ChildProcess | undefined;

  constructor() {
    const filter = (path: string) => !LEFT_OUT.includes(relative(ROOT, path));
    cpSync(ROOT, this.#tree, { recursive: true, filter });
    symlinkSync(join(ROOT, 'node_modules'), join(this.#tree, 'node_modules'));
  }

  /** Ends what runs in it, and removes it. */
  remove(): void {
    this.#end();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Runs test files with a change, until one fails: those that failed. Without an end, all of them failed. */
  async failing(tests: readonly string[], change?: Mutant): Promise<readonly string[]> {
    const file = join(this.#tree, change?.file ?? 'package.json');
    const source = readFileSync(file, 'utf8');
    if (change) writeFileSync(file, source.slice(0, change.start) + change.text + source.slice(change.end));
    const results = join(this.#folder, 'results.json');
    rmSync(results, { force: true });
    const options = ['--bail=1', '--maxWorkers=1', '--reporter=json', `--outputFile=${results}`, ...tests];
    this.#running = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options], {
      cwd: this.#tree,
      // A group of its own, so that it can be ended with its workers.
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, NODE_COMPILE_CACHE: join(this.#folder, 'compiled') },
    });
    const timer = setTimeout(() => this.#end(), LIMIT);
    const [code] = await once(this.#running, 'close');
    clearTimeout(timer);
    this.#running = undefined;
    writeFileSync(file, source);
    if (code === 0) return [];
    if (!existsSync(results)) return tests;
    const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
    const failed = testResults.filter(({ status }: any) => status === 'failed');
    return failed.map(({ name }: any) => relative(this.#tree, name));
  }

  #end(): void {
    if (this.#running?.pid !== undefined) process.kill(-this.#running.pid, 'SIGKILL');
  }
}
