import type { Sink } from './world.ts';

/** The progress of a long command, on one line that is overwritten. */
export interface Progress {
  show(text: string): void;
  /** Removes the line. */
  end(): void;
}

/** Shows progress on a terminal only. */
export function openProgress(sink: Sink): Progress {
  if (sink.isTTY !== true) return { show: () => {}, end: () => {} };
  return {
    show: (text) => void sink.write(`\r\u001b[K${text}`),
    end: () => void sink.write('\r\u001b[K'),
  };
}
