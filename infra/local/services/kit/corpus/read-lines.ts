import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { messageOf } from '../settings-file.ts';

/** A corpus that cannot be used. The message goes to the user: file, line, what is wrong there and what to write. */
export class CorpusError extends Error {
  override readonly name = 'CorpusError';
}

/** One line of a file that holds JSON. */
export interface JsonLine {
  file: string;
  /** Counted from 1. */
  line: number;
  value: unknown;
}

/**
 * Streams the lines of an NDJSON file; empty lines are skipped.
 *
 * @throws CorpusError when the file cannot be read or a line is not JSON.
 */
export async function* readJsonLines(file: string): AsyncGenerator<JsonLine> {
  const stream = createReadStream(file, { encoding: 'utf8', highWaterMark: 256 * 1024 });
  const lines = createInterface({ input: stream, crlfDelay: Infinity });
  let line = 0;
  try {
    for await (const content of lines) {
      line += 1;
      const json = line === 1 ? content.replace(/^\uFEFF/, '') : content;
      if (json.trim() !== '') yield { file, line, value: parseLine(json, { file, line }) };
    }
  } catch (cause) {
    if (cause instanceof CorpusError) throw cause;
    throw new CorpusError(`${file}: the file cannot be read (${messageOf(cause)})`, { cause });
  } finally {
    stream.destroy();
  }
}

function parseLine(json: string, { file, line }: { file: string; line: number }): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new CorpusError(`${file}, line ${line}: not JSON. A corpus holds one JSON object a line`, {
      cause,
    });
  }
}
