import { SECOND, type Instant } from '../../../shared/domain/time/instant.ts';
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

/** Reads the latest file of each stream and the ones before it once, for one watch, and stores nothing. */
export async function readArchiveOnce(watch: Watch, { now }: { now: () => Instant }): Promise<ReadArchive> {
  const sleep = (wait: number) => new Promise<void>((done) => setTimeout(done, Math.min(wait, SECOND)));
  const archive = openArchive({ url: WORLD_URL, clock: { sleep } });
  const matcher = rowMatcherOf(watch);
  let read = 0;
  const rows: WorldRow[] = [];
  for (const stream of STREAMS) {
    const latest = await archive.latest(stream);
    if (!latest || latest.slot < now() - watch.lookback) continue;
    for (const file of filesBetween(stream, { from: latest.slot - SLOT, to: latest.slot + SLOT })) {
      const answer = await archive.read(file, (row) => {
        read += 1;
        return finds(matcher, row);
      });
      if ('rows' in answer) rows.push(...answer.rows);
    }
  }
  return { read, rows };
}
