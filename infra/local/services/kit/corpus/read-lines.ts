import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { messageOf } from '../settings-file.ts';

/** A corpus that cannot be used. The message goes to the user: file, line, what is wrong there and what to write. */
export class CorpusError extends Error {
  override readonly name = 'CorpusError';
  /** What is wrong, without the place and the value: the same for all lines with this mistake. */
  readonly reason: string;

  constructor(message: string, { reason = message, cause }: { reason?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** One line of a file, which should hold a JSON object. */
export interface TextLine {
  file: string;
  /** Counted from 1. */
  line: number;
  text: string;
}

/**
 * Streams the lines of an NDJSON file, which may be compressed by gzip. Lines end with LF or CRLF, and only with these: JSON
 * allows U+2028 within a text. Empty lines and a byte order mark are skipped.
 *
 * @throws CorpusError when the file cannot be read, or when it is one JSON array.
 */
export async function* readTextLines(file: string): AsyncGenerator<TextLine> {
  const stream = textOf(file);
  let line = 0;
  let rest = '';
  try {
    for await (const chunk of stream) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      if (line === 0) assertNoArray(lines[0] ?? rest, file);
      for (const text of lines) {
        line += 1;
        if (text.trim() !== '') yield { file, line, text: line === 1 ? withoutMark(text) : text };
      }
    }
    if (rest.trim() !== '') yield { file, line: line + 1, text: line === 0 ? withoutMark(rest) : rest };
  } catch (cause) {
    if (cause instanceof CorpusError) throw cause;
    throw new CorpusError(`${file}: the file cannot be read (${messageOf(cause)})`, { cause });
  } finally {
    stream.destroy();
  }
}

const LARGE_CHUNK = 256 * 1024;

function textOf(file: string): Readable {
  const stream = createReadStream(file, { highWaterMark: LARGE_CHUNK });
  if (!isCompressed(file)) return stream.setEncoding('utf8');
  // The reader of the lines meets the errors of both.
  return pipeline(stream, createGunzip(), () => undefined).setEncoding('utf8');
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

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

function assertNoArray(start: string, file: string): void {
  if (!/^\uFEFF?\s*\[/.test(start)) return;
  throw new CorpusError(
    `${file}, line 1: the file is a JSON array. A corpus holds one JSON object a line (NDJSON). Convert it: jq -c '.[]' ${file} > corpus.ndjson`,
  );
}
