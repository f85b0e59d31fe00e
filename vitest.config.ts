import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './test/long-files-first.ts';
import { filesWithFullForm, isFull } from './test/full-form.ts';
import { isLong } from './test/long-form.ts';

// For the workers and for the stacks that tests start: without it each would strip and compile the same files anew.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const LONG_FILES = 'test/**/*.long.test.ts';

function testFiles(): { include: string[]; exclude?: string[] } {
  if (isFull) return { include: filesWithFullForm(import.meta.dirname) };
  return isLong ? { include: [LONG_FILES] } : { include: ['test/**/*.test.ts'], exclude: [LONG_FILES] };
}

export default defineConfig({
  test: {
    ...testFiles(),
    globalSetup: ['test/own-temp-folder.ts'],
    sequence: { sequencer: LongFilesFirst },
    globals: false,
    // Node strips the types itself and keeps compiled modules over runs. No test needs the transformations of Vite.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: ['test/plain-addresses.ts'],
    // Files share their workers, which saves a third of the time: no test may leave anything behind in a module.
    isolate: false,
    // One more than there are processors: a file that waits for a stack or a browser leaves its own to another file.
    maxWorkers: availableParallelism() + 1,
    // V8 starts with one megabyte for short-lived values, and grows it late. This saves a fifteenth of the processor time.
    execArgv: ['--min-semi-space-size=16'],
    // What takes seconds alone may take many beside the stacks that other files have started, on a slow machine.
    testTimeout: isLong || isFull ? 300_000 : 60_000,
    hookTimeout: isLong || isFull ? 300_000 : 60_000,
    // What is waited for is there at once or, on a busy machine, late. Only a failure takes all of it.
    expect: { poll: { timeout: 50_000 } },
    env: {
      CDK_VALIDATION: 'false',
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    },
  },
});
