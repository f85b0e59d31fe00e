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
  /** The text in UTF-8. They are valid until the next line is read. */
  bytes: Buffer;
}

/**
 * Streams the lines of an NDJSON file, which may be compressed by gzip. Lines end with LF or CRLF, and only with
 * these: JSON allows U+2028 within a text. Empty lines and a byte order mark are skipped.
 *
 * @throws CorpusError when the file cannot be read, or when it is one JSON array.
 */
export async function* readTextLines(file: string): AsyncGenerator<TextLine> {
  const stream = bytesOf(file);
  let line = 0;
  let begun: Buffer[] = [];
  const lineOf = (bytes: Buffer): TextLine | undefined => {
    line += 1;
    const own =
      line === 1 && bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;
    const text = own.toString('utf8');
    return text.trim() === '' ? undefined : { file, line, text, bytes: own };
  };
  try {
    for await (const chunk of chunksOf(stream)) {
      if (line === 0 && begun.length === 0) assertNoArray(chunk.toString('utf8', 0, ARRAY_BEGINS), file);
      let from = 0;
      for (let to = chunk.indexOf(LINE_FEED); to >= 0; to = chunk.indexOf(LINE_FEED, from)) {
        const end = chunk.subarray(from, to);
        const read = lineOf(begun.length === 0 ? end : Buffer.concat([...begun, end]));
        [begun, from] = [[], to + 1];
        if (read) yield read;
      }
      if (from < chunk.length) begun.push(chunk.subarray(from));
    }
    const last = begun.length === 0 ? undefined : lineOf(Buffer.concat(begun));
    if (last) yield last;
  } catch (cause) {
    if (cause instanceof CorpusError) throw cause;
    throw new CorpusError(`${file}: the file cannot be read (${messageOf(cause)})`, { cause });
  } finally {
    stream.destroy();
  }
}

/** The bytes of a stream that has no encoding. */
async function* chunksOf(stream: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of stream) if (chunk instanceof Buffer) yield chunk;
}

const LINE_FEED = 0x0a;
/** A byte order mark. */
const MARK = Buffer.from('\uFEFF');
/** In so many bytes an array begins. */
const ARRAY_BEGINS = 64;
const LARGE_CHUNK = 256 * 1024;

function bytesOf(file: string): Readable {
  const stream = createReadStream(file, { highWaterMark: LARGE_CHUNK });
  if (!isCompressed(file)) return stream;
  // The reader of the lines meets the errors of both.
  return pipeline(stream, createGunzip(), () => undefined);
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
