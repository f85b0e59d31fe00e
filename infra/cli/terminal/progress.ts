import { terminalText } from './terminal-text.ts';
import type { Sink } from '../world.ts';

/** The progress of a long command, on one line that is overwritten. */
interface Progress {
  show(text: string): void;
  /** Removes the line. */
  end(): void;
}

/** Shows progress on a terminal only. */
export function openProgress(sink: Sink): Progress {
  if (sink.isTTY !== true) return { show: () => {}, end: () => {} };
  const steer = (codes: string) => void (sink.control ? sink.control(codes) : sink.write(codes));
  return {
    show: (text) => steer(`\r\u001b[K${terminalText(text)}`),
    end: () => steer('\r\u001b[K'),
  };
}
