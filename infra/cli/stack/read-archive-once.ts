import { inParallel, partsOf } from '../../../shared/domain/lib/in-parallel.ts';
import { HOUR, type Instant, SECOND } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { filesBetween, SLOT, STREAMS } from '../../../shared/domain/world/archive-file.ts';
import { finds, rowMatcherOf } from '../../../shared/domain/world/match-rows.ts';
import type { WorldRow } from '../../../shared/domain/world/read-row.ts';
import { openArchive } from '../../../shared/providers/world/open-archive.ts';
import { WORLD_URL } from '../../stages/read-stage.ts';

/** What the latest files of the archive hold. */
export interface ReadArchive {
  /** How many articles were read: 0 when the archive cannot be reached. */
  read: number;
  rows: readonly WorldRow[];
}

/** How far back files are read, and how many at once. */
const BACK = 2 * HOUR;
const AT_ONCE = 4;

/** Reads the files of the last two hours once, for one watch, and stores nothing. */
export async function readArchiveOnce(watch: Watch, { now }: { now: () => Instant }): Promise<ReadArchive> {
  const sleep = (wait: number) => new Promise<void>((done) => setTimeout(done, Math.min(wait, SECOND)));
  const archive = openArchive({ url: WORLD_URL, clock: { sleep } });
  const matcher = rowMatcherOf(watch);
  const latest = await inParallel(STREAMS, (stream) => archive.latest(stream));
  const files = latest.flatMap((file) =>
    file && file.slot > now() - BACK
      ? filesBetween(file.stream, { from: file.slot + SLOT - BACK, to: file.slot + SLOT })
      : [],
  );
  let read = 0;
  const rows: WorldRow[] = [];
  for (const part of partsOf(files, AT_ONCE))
    await inParallel(part, async (file) => {
      const answer = await archive.read(file, (row) => {
        read += 1;
        return finds(matcher, row);
      });
      if ('rows' in answer) rows.push(...answer.rows);
    });
  return { read, rows: rows.toSorted((a, b) => b.publishedAt - a.publishedAt) };
}
