import { withColour, withoutColour } from './paint.ts';
import type { Sink } from '../world.ts';

/**
 * Characters that steer a terminal or reorder what it shows: control characters except line breaks and tabs (C0, DEL, C1),
 * and marks of writing direction (Unicode, UAX 9).
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

/** As `terminalText`, for JSON: the characters are written as codes, so that a program reads the same values. */
export function terminalJson(json: string): string {
  return json.replaceAll(
    STEERING_OR_PAINT,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A sink that prints terminal text only, painted words in colour where it has colours. Codes of our own go through `control`. */
export function terminalSink(sink: Sink): Sink {
  return {
    write: (text) => sink.write(sink.colour ? withColour(text.replaceAll(STEERING, '')) : terminalText(text)),
    control: (text) => sink.write(text),
    ...(sink.isTTY === undefined ? {} : { isTTY: sink.isTTY }),
    ...(sink.columns === undefined ? {} : { columns: sink.columns }),
  };
}
