import { createHash } from 'node:crypto';
import { Agent } from 'undici';
import { defined } from '../../domain/lib/fields.ts';
import { type Instant, SECOND } from '../../domain/time/instant.ts';
import { type ArchiveFile, fileNameOf, LISTS, readList } from '../../domain/world/archive-file.ts';
import type { FileAnswer } from '../../domain/world/archive-state.ts';
import { readRow, timeOfLine, type WorldRow } from '../../domain/world/read-row.ts';
import type { Clock } from '../../use-cases/ports/clock.ts';
import type { Archive } from '../../use-cases/ports/services.ts';
import { readBytes } from '../http/reader.ts';
import { CutZip, linesOf } from './unzip.ts';

/** The most that a request takes, and the largest packed file that is read, in bytes. */
const LIMIT = 60 * SECOND;
const MOST_BYTES = 40_000_000;
/** A server that fails is asked again after these times: 5 seconds in all. */
const WAITS = [SECOND, 4 * SECOND];

type Download = { bytes: Buffer } | { failure: 'missing' | 'failed' };

/**
 * The archive at an address, whose lists and files are below it.
 *
 * @param url without a slash at the end.
 */
export function openArchive({ url, clock }: { url: string; clock: Pick<Clock, 'sleep'> }): Archive {
  const agent = new Agent({ connections: 4, connect: { timeout: LIMIT } });

  async function download(name: string): Promise<Download> {
    for (const wait of [...WAITS, undefined]) {
      const got = await ask(name);
      if ('bytes' in got || got.failure === 'missing' || wait === undefined) return got;
      await clock.sleep(wait);
    }
    return { failure: 'failed' };
  }

  async function ask(name: string): Promise<Download> {
    try {
      const { origin, pathname } = new URL(`${url}/${name}`);
      const signal = AbortSignal.timeout(LIMIT);
      const answer = await agent.request({ method: 'GET', origin, path: pathname, signal });
      const bytes = await readBytes(answer.body, { encoding: '', limit: MOST_BYTES });
      if (answer.statusCode === 200) return { bytes };
      return { failure: answer.statusCode === 404 ? 'missing' : 'failed' };
    } catch {
      // Whatever the server did, there is nothing to read.
      return { failure: 'failed' };
    }
  }

  return {
    async latest(stream) {
      const got = await download(LISTS[stream]);
      return 'bytes' in got ? readList(got.bytes.toString('latin1')) : undefined;
    },

    async read(file, isWanted) {
      const got = await download(fileNameOf(file));
      return 'bytes' in got ? readFile(got.bytes, { file, isWanted }) : { status: got.failure };
    },
  };
}

async function readFile(
  zip: Buffer,
  { file, isWanted }: { file: ArchiveFile; isWanted: (row: WorldRow) => boolean },
): Promise<FileAnswer> {
  const rows: WorldRow[] = [];
  const facts = { md5: createHash('md5').update(zip).digest('hex'), size: zip.length, rows };
  let of: Instant | undefined;
  try {
    for await (const line of linesOf(zip)) {
      of ??= timeOfLine(line);
      const row = readRow(line, file);
      if (row && isWanted(row)) rows.push(row);
    }
    return defined<FileAnswer>({ status: 'read', ...facts, of });
  } catch (error) {
    if (!(error instanceof CutZip)) throw error;
    return { status: 'cut', ...facts };
  }
}
