import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { STACK_FILE } from '../cli/stack/stack-file.ts';
import { openStateFolder } from './services/kit/state-folder.ts';

/** The folder of one running stack, held by this process alone. */
export interface DataFolder {
  path: string;
  /** Everything that SNS has taken, one message a line. */
  outbox: string;
  /** Everything that the functions have printed. */
  log: string;
  /** Addresses of the running stack, for the command line. */
  stackFile: string;
  release(): void;
}

/** What a stack keeps in its folder. */
const OURS = [
  /^(queues|services|table)$/,
  /^records\.db(-\w+)?$/,
  /^(outbox\.ndjson|functions\.log(\.old)?|stack\.json)$/,
];

/**
 * Takes hold of the folder; the hold ends with the process, however that ends. `fresh` deletes what a stack kept there,
 * and nothing in a folder that no stack has used.
 *
 * @throws SettingsError when another process has it.
 */
export function openDataFolder(path: string, { fresh }: { fresh: boolean }): DataFolder {
  const isOurs = existsSync(join(path, 'lock.pid'));
  mkdirSync(path, { recursive: true });
  const hold = openStateFolder(path);
  if (fresh && isOurs) {
    for (const name of readdirSync(path)) {
      if (OURS.some((form) => form.test(name))) rmSync(join(path, name), { recursive: true });
    }
  }
  return {
    path,
    outbox: join(path, 'outbox.ndjson'),
    log: join(path, 'functions.log'),
    stackFile: join(path, STACK_FILE),
    release: () => hold.close(),
  };
}
