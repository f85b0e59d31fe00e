import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CapturedMessage } from './topic-engine.ts';

/**
 * Keeps messages in a file, one line of JSON each, oldest first, and gives each to `onMessage` after that. The operating
 * system has the line when it returns.
 */
export function openOutbox(
  file: string,
  onMessage: (message: CapturedMessage) => void,
): (message: CapturedMessage) => void {
  mkdirSync(dirname(file), { recursive: true });
  return (message) => {
    appendFileSync(file, `${JSON.stringify(message)}\n`);
    onMessage(message);
  };
}
