import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, type Instant, MINUTE, type Window } from '../../../../shared/domain/time/instant.ts';
import {
  type ArchiveFile,
  filesBetween,
  SLOT,
  STREAMS,
} from '../../../../shared/domain/world/archive-file.ts';
import { ASKED_FOR, type ArchiveGap } from '../../../../shared/domain/world/archive-state.ts';
import { worldSource } from '../../../../shared/providers/world/world-source.ts';
import { pollWorld } from '../../../../shared/use-cases/world/poll-world.ts';
import { fullForm } from '../../../full-form.ts';
import { aWatch } from '../../../ports/examples.ts';
import { readPage } from '../../../ports/found-pages.ts';
import { memoryStore } from '../../../store/memory-store.ts';
import { type Fate, hours, openArchiveServer, slotNumber, START, wantedIn } from './archive-server.ts';

/** Files are given up after 7 days. */
const DAYS = fullForm(9, 14);
const END = START + DAYS * DAY;
const acme = () => aWatch({ id: 'acme', kind: 'world', query: { q: '"Acme Corp"' }, lookback: 6 * HOUR });

/** Fates by the number of a file, so that each occurs some times a day, in both streams. */
function fateOf(file: ArchiveFile): Fate {
  const n = slotNumber(file) * 2 + STREAMS.indexOf(file.stream);
  if (n < 0) return 'whole';
  if (n % 37 === 5) return { comes: hours(1) };
  if (n % 97 === 11) return { comes: 2 * DAY };
  if (n % 211 === 13) return { comes: Number.POSITIVE_INFINITY };
  if (n % 53 === 17) return { cutFor: hours(3) };
  if (n % 223 === 19) return { cutFor: Number.POSITIVE_INFINITY };
  if (n % 61 === 23) return { repeatsFor: hours(2) };
  if (n % 67 === 29) return { failsFor: hours(1) };
  if (n % 71 === 31) return 'listed-wrong';
  return 'whole';
}

/** Whether a file is whole at last while it is asked for. */
function isEverWhole(file: ArchiveFile): boolean {
  const fate = fateOf(file);
  if (typeof fate === 'string') return true;
  return Object.values(fate).every((after) => after < ASKED_FOR);
}

/** Plays rounds, one each quarter of an hour, and what a run finds in each window: links by the time of finding. */
async function play(given: {
  from: Instant;
  to: Instant;
  isDown?: (now: Instant) => boolean;
  /** What the clock says at a time. */
  clockAt?: (now: Instant) => Instant;
}) {
  const { from, to, isDown, clockAt = (at: Instant) => at } = given;
  let at = from;
  const store = memoryStore();
  await store.definitions.putWatch(acme());
  const server = await openArchiveServer({ fateOf, now: () => at, ...(isDown && { isDown }) });
  const found: string[] = [];
  const missed: Window[] = [];
  const gaps: ArchiveGap[] = [];
  let covered: Instant | undefined;
  for (; at <= to; at += SLOT) {
    const now = clockAt(at + 4 * MINUTE);
    const clock = { now: () => now, sleep: async () => undefined };
    const outcome = await pollWorld(
      { ...store, clock, archive: server.archive },
      { owner: 'test', deadline: now + 10 * MINUTE },
    );
    expect(outcome).toMatchObject({ status: 'done', waiting: 0 });
    const known = await worldSource(store.world).knownSpan?.(acme(), 'live');
    const state = await store.world.state();
    gaps.push(...(state?.gaps ?? []).filter((gap) => !gaps.some((one) => same(one, gap))));
    // A run goes on where the one before it stopped; after a clock that was ahead it looks at that time again.
    const window = { from: Math.min(covered ?? known!.from, known!.to), to: known!.to };
    const page = await readPage(
      worldSource(store.world).fetchPage({ watch: acme(), window, page: 1 }, { deadline: Infinity }),
    );
    found.push(...page.findings.map(({ link = '' }) => link));
    missed.push(...(page.missed ?? []));
    covered = window.to;
  }
  server.close();
  return { store, server, found, missed, gaps };
}

const same = (one: ArchiveGap, other: ArchiveGap) => one.stream === other.stream && one.from === other.from;
const allFiles = (span: Window) => STREAMS.flatMap((stream) => filesBetween(stream, span));

describe('days of files that are missing, late, cut, repeated, listed wrongly or refused', () => {
  let played: Awaited<ReturnType<typeof play>>;
  const isDown = (now: Instant) => now >= START + 3 * DAY && now < START + 3 * DAY + 5 * HOUR;
  beforeAll(async () => {
    played = await play({ from: START, to: END, isDown });
  });

  it('finds every wanted row of every file that was whole at last, and none of another', () => {
    const since = START - 6 * HOUR + SLOT;
    const files = allFiles({ from: since, to: END + SLOT });
    const age = (file: ArchiveFile) => {
      const fate = fateOf(file);
      return typeof fate === 'string' ? 0 : (Object.values(fate)[0] ?? 0);
    };
    // A file that comes late is asked for again within half a day.
    const certain = files.filter((file) => isEverWhole(file) && file.slot + age(file) + DAY < END);
    const links = new Set(played.found);
    expect(certain.flatMap(wantedIn).filter((link) => !links.has(link))).toEqual([]);
    const possible = new Set(files.flatMap(wantedIn));
    expect([...links].filter((link) => !possible.has(link))).toEqual([]);
  });

  it('finds each row once, but for what was read of a file before it was whole, or under another name', () => {
    const files = allFiles({ from: START, to: END });
    const has = (file: ArchiveFile, fate: string) => JSON.stringify(fateOf(file)).includes(fate);
    const repeated = files.filter((file) => has({ ...file, slot: file.slot + SLOT }, 'repeatsFor'));
    const cut = new Set([...files.filter((file) => has(file, 'cutFor')), ...repeated].flatMap(wantedIn));
    const counts = Map.groupBy(played.found, (link) => link);
    expect([...counts].filter(([link, all]) => all.length > 1 && !cut.has(link))).toEqual([]);
  });

  it('gives up files after 7 days, and no others, and reports each', () => {
    const lost = allFiles({ from: START, to: END - ASKED_FOR }).filter((file) => !isEverWhole(file));
    expect(lost.length).toBeGreaterThan(3);
    const spans = ({ stream, slot }: ArchiveFile) => `${stream} ${slot - SLOT}`;
    const reported = played.gaps.map(({ stream, from }) => `${stream} ${from}`);
    expect(reported.toSorted()).toEqual(lost.map(spans).toSorted());
  });

  it('records the time of each file that was not whole, and of an archive that listed nothing, as possibly missed', () => {
    const faulty = allFiles({ from: START + SLOT, to: END }).filter(
      (file) => fateOf(file) !== 'whole' && !isDown(file.slot) && !isDown(file.slot + SLOT),
    );
    const covers = ({ slot }: ArchiveFile) =>
      played.missed.some(({ from, to }) => from <= slot && slot <= to);
    expect(faulty.filter((file) => !covers(file))).toEqual([]);
    expect(played.missed).toContainEqual({
      from: START + 3 * DAY - SLOT + 4 * MINUTE,
      to: START + 3 * DAY - SLOT + 4 * MINUTE + HOUR,
    });
  });
});
