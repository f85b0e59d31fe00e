import type { Severity } from '../../shared/domain/watches/watch.ts';
import type { Sink } from './world.ts';

/**
 * Characters that steer a terminal or reorder what it shows: control characters except line breaks and tabs (C0, DEL,
 * C1), and marks of writing direction (Unicode, UAX 9).
 */
const STEERING = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The marks of painted words too: as codes they stay in the values of JSON. */
const STEERING_OR_PAINT = new RegExp(`${STEERING.source}|[\\ufdd0-\\ufdd4]`, 'gu');

/**
 * Text for a terminal. It may contain names, titles and errors from outside, which could move the cursor, rename the
 * window or show a text in another order. Everything that the command line and the local run print goes through here.
 */
export function terminalText(text: string): string {
  return withoutColour(text.replaceAll(STEERING, ''));
}

/**
 * What `--json` prints of a document. What `terminalText` takes away is written as codes, so that a program reads the
 * same values.
 */
export function jsonText(document: unknown): string {
  return jsonLine(document, 2);
}

/** As `jsonText`, on one line. */
export function jsonLine(document: unknown, indent = 0): string {
  const json = JSON.stringify(document, null, indent).replaceAll(
    STEERING_OR_PAINT,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${json}\n`;
}

/**
 * A sink that prints terminal text only, painted words in colour where it has colours. Codes of our own go through
 * `control`.
 */
export function terminalSink(sink: Sink): Sink {
  return {
    write: (text) => sink.write(sink.colour ? withColour(text.replaceAll(STEERING, '')) : terminalText(text)),
    control: (text) => sink.write(text),
    ...(sink.isTTY === undefined ? {} : { isTTY: sink.isTTY }),
    ...(sink.columns === undefined ? {} : { columns: sink.columns }),
  };
}

/** What a coloured word of our own says. */
type Paint = 'error' | 'warning' | 'good' | 'heading';

/**
 * Marks around a painted text, until it reaches the terminal: noncharacters of Unicode, which no text needs. One that
 * comes from outside can at most colour the rest of its line.
 */
const MARKS: Readonly<Record<Paint, string>> = {
  error: '\ufdd0',
  warning: '\ufdd1',
  good: '\ufdd2',
  heading: '\ufdd3',
};
const END = '\ufdd4';
const ANY_MARK = /[\ufdd0-\ufdd4]/g;

/** SGR codes (ECMA-48): red, yellow, green, bold. */
const CODES: Readonly<Record<string, string>> = {
  [MARKS.error]: '\u001b[31m',
  [MARKS.warning]: '\u001b[33m',
  [MARKS.good]: '\u001b[32m',
  [MARKS.heading]: '\u001b[1m',
};
const RESET = '\u001b[0m';

/** A word of our own that is coloured on a terminal. Never for a document of `--json`. */
export function paint(as: Paint, text: string): string {
  return `${MARKS[as]}${text}${END}`;
}

/** A severity in its colour; `info` has none. */
export function paintSeverity(severity: Severity): string {
  if (severity === 'info') return severity;
  return paint(severity === 'critical' ? 'error' : 'warning', severity);
}

/** The text in colour. No colour goes on after the end of its line. */
export function withColour(text: string): string {
  return text.replaceAll(/[\ufdd0-\ufdd3]([^\n\ufdd0-\ufdd4]*)\ufdd4?|\ufdd4/g, (part, painted?: string) =>
    painted === undefined ? '' : `${CODES[part.charAt(0)] ?? ''}${painted}${RESET}`,
  );
}

/** The text as pipes and files get it. */
export function withoutColour(text: string): string {
  return text.replaceAll(ANY_MARK, '');
}

/** How many columns a text takes, its marks left out. */
export function paintedWidth(text: string): number {
  return withoutColour(text).length;
}

/**
 * What is written to a pipe that its reader has closed, as in `| head -1`, is dropped without an error. `onClosed` is
 * called once.
 */
export function tolerateClosing(stream: NodeJS.WriteStream, onClosed?: () => void): void {
  let isOpen = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (isOpen) onClosed?.();
    isOpen = false;
  });
}

/** Shows the progress of long work on one line, which is overwritten. `end` removes it. On a terminal only. */
export function openProgress(sink: Sink): { show: (text: string) => void; end: () => void } {
  if (sink.isTTY !== true) return { show: () => {}, end: () => {} };
  const steer = (codes: string) => void (sink.control ? sink.control(codes) : sink.write(codes));
  return {
    show: (text) => steer(`\r\u001b[K${terminalText(text)}`),
    end: () => steer('\r\u001b[K'),
  };
}

/** Work that shows its progress; the line goes at its end. */
export async function withProgress<T>(
  sink: Sink,
  work: (show: (text: string) => void) => Promise<T>,
): Promise<T> {
  const progress = openProgress(sink);
  return work(progress.show).finally(progress.end);
}
