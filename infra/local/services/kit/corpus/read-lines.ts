import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { messageOf } from '../settings-file.ts';

/** A corpus that cannot be used. The message goes to the user: file, line, what is wrong there and what to write. */
export class CorpusError extends Error {
  override readonly name = 'CorpusError';
}

/** One line of a file, which should hold a JSON object. */
export interface TextLine {
  file: string;
  /** Counted from 1. */
  line: number;
  text: string;
}

/**
 * Streams the lines of an NDJSON file, which may be compressed by gzip. Lines end with LF or CRLF, and only with
 * these: JSON allows U+2028 within a text. Empty lines and a byte order mark are skipped.
 *
 * @throws CorpusError when the file cannot be read, or when it is one JSON array.
 */
export async function* readTextLines(file: string): AsyncGenerator<TextLine> {
  const stream = bytesOf(file).setEncoding('utf8');
  let line = 0;
  let rest = '';
  try {
    for await (const chunk of stream) {
      const isFirst = line === 0 && rest === '';
      const lines = (rest + String(chunk).replace(isFirst ? '\uFEFF' : '', '')).split('\n');
      if (isFirst) assertNoArray(lines[0] ?? '', file);
      rest = lines.pop() ?? '';
      for (const text of lines) {
        line += 1;
        if (text.trim() !== '') yield { file, line, text };
      }
    }
    if (rest.trim() !== '') yield { file, line: line + 1, text: rest };
  } catch (cause) {
    if (cause instanceof CorpusError) throw cause;
    throw new CorpusError(`${file}: the file cannot be read (${messageOf(cause)})`, { cause });
  } finally {
    stream.destroy();
  }
}

const LARGE_CHUNK = 256 * 1024;

function bytesOf(file: string): Readable {
  const stream = createReadStream(file, { highWaterMark: LARGE_CHUNK });
  // The reader of the lines meets the errors of both.
  return isCompressed(file) ? pipeline(stream, createGunzip(), () => undefined) : stream;
}

/** Whether a file begins as gzip does (RFC 1952). A file that cannot be opened is not: its reader says why. */
function isCompressed(file: string): boolean {
  try {
    const opened = openSync(file, 'r');
    const head = Buffer.alloc(2);
    readSync(opened, head, { length: head.length });
    closeSync(opened);
    return head[0] === 0x1f && head[1] === 0x8b;
  } catch {
    return false;
  }
}

function assertNoArray(start: string, file: string): void {
  if (!/^\s*\[/.test(start)) return;
  throw new CorpusError(
    `${file}, line 1: the file is a JSON array. A corpus holds one JSON object a line (NDJSON). Convert it: jq -c '.[]' ${file} > corpus.ndjson`,
  );
}
