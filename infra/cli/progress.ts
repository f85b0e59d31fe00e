import type { Sink } from './world.ts';

/** How far a long command has come, on one line that is written over again. */
export interface Progress {
  show(text: string): void;
  /** Takes the line away. */
  end(): void;
}

/** On a terminal the line is shown, in a pipe nothing is. */
export function openProgress(sink: Sink): Progress {
  if (sink.isTTY !== true) return { show: () => {}, end: () => {} };
  return {
    show: (text) => void sink.write(`\r\u001b[K${text}`),
    end: () => void sink.write('\r\u001b[K'),
  };
}
