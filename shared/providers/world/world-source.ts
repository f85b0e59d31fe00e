import { excludedTopic, type Finding } from '../../domain/findings/finding.ts';
import {
  compileExclusions,
  excludedDomain,
  excludedPhrase,
  type Exclusions,
  fitFinding,
} from '../../domain/findings/fit-finding.ts';
import { TransportError, type UpstreamError } from '../../domain/lib/errors.ts';
import { defined } from '../../domain/lib/fields.ts';
import { inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
import { copyKeysOf } from '../../domain/stories/copy-keys.ts';
import { headlineOf } from '../../domain/text/headline.ts';
import { DAY, type Window } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { fileNameOf, filesBetween, spanOf, STREAMS } from '../../domain/world/archive-file.ts';
import { finds, rowMatcherOf, searchedTexts } from '../../domain/world/match-rows.ts';
import type { SeenRow, WorldRow } from '../../domain/world/read-row.ts';
import type { Ports } from '../../use-cases/ports/ports.ts';
import type { Archive, FoundPage, Source } from '../../use-cases/ports/services.ts';
import { foundPageItems } from '../http/lenient.ts';

/** The most matched words, and the most names, that are shown. */
const SHOWN = 20;
/** Tone is mostly -10 to 10: a tenth of it is the sentiment, at most 1. */
const TONE = 10;

/** What is stored is read for so long; it is kept for some days longer. */
const STORED = 30 * DAY;
/** So many files of the past are a page, and so many of them are asked for at once. */
const PAGE = 16;
const AT_ONCE = 4;

/** What the source reads: what `poll-world` has stored. */
export type WorldShelf = Pick<Ports['world'], 'state' | 'finds'>;

/**
 * The archive as a port of runs: the rows that were read in a window. It calls no one, but for a backfill, which reads
 * the files of the time of which nothing is stored for its watch.
 *
 * @param archive left out: that time counts as missed.
 */
export function worldSource(shelf: WorldShelf, archive?: Pick<Archive, 'read'>): Source {
  const since = async ({ id, version }: Watch) => {
    const state = await shelf.state();
    const known = state?.watches.find((one) => one.id === id && one.version === version);
    return state && known && { from: known.from, to: state.until };
  };
  const read = async ({ watch, window, page }: { watch: Watch; window: Window; page: number }) => {
    const matcher = rowMatcherOf(watch);
    const known = await since(watch);
    const from = known ? Math.max(known.from, known.to - STORED) : window.from;
    const before = { from: window.from, to: Math.min(from, window.to) };
    const past = await readFiles(before, { page, isWanted: (row) => finds(matcher, row), archive });
    const missed = [...past.missed];
    const rows = new Map(past.rows.map((row) => [row.key, row]));
    if (page === 1)
      for await (const part of shelf.finds({ from: Math.max(window.from, from), to: window.to })) {
        for (const row of part.items) if (!rows.has(row.key) && finds(matcher, row)) rows.set(row.key, row);
        missed.push(...part.missed);
      }
    return { ...past, matcher, missed, rows: [...rows.values()] };
  };
  return {
    async fetchPage({ watch, window, page: number }): Promise<FoundPage> {
      const { matcher, missed, rows, pages, calls, incomplete } = await read({ watch, window, page: number });
      const exclusions = compileExclusions(watch.exclude, watch.accents);
      const found = foundPageItems(
        rows.map((row) => ({ ...row, raw: row })),
        { toFinding: (row) => findingOf(row, { matcher, exclusions }), unusable: [] },
      );
      const page = { ...found, refused: 0, hits: rows.length, pages, capped: false, calls };
      return defined<FoundPage>({ ...page, missed: missed.length === 0 ? undefined : missed, incomplete });
    },
    count: async (ask) => ({ hits: (await read({ ...ask, page: 1 })).rows.length, calls: 0 }),
    knownSpan: async (watch, track) => {
      const known = await since(watch);
      return known && archive && track === 'backfill' ? { ...known, from: 0 } : known;
    },
  };
}

/** Reads a page of the files with names in a window. What the archive does not give now leaves the window open. */
async function readFiles(
  { from, to }: Window,
  how: { page: number; isWanted: (row: WorldRow) => boolean; archive: Pick<Archive, 'read'> | undefined },
) {
  const { page, isWanted, archive } = how;
  const rows: SeenRow[] = [];
  const missed: Window[] = !archive && from < to ? [{ from, to }] : [];
  const parts = partsOf(archive ? STREAMS.flatMap((stream) => filesBetween(stream, { from, to })) : [], PAGE);
  const files = parts[page - 1] ?? [];
  let incomplete: UpstreamError | undefined;
  for (const some of partsOf(files, AT_ONCE))
    await inParallel(some, async (file) => {
      const answer = (await archive?.read(file, isWanted)) ?? { status: 'missing' };
      if ('rows' in answer) rows.push(...answer.rows.map((row) => ({ ...row, seenAt: file.slot })));
      if (answer.status === 'failed') incomplete = notGiven(fileNameOf(file));
      else if (answer.status !== 'read') missed.push(spanOf(file));
    });
  return { rows, missed, incomplete, pages: Math.max(1, parts.length), calls: files.length };
}

function notGiven(name: string): UpstreamError {
  const message = `The archive did not give its file ${name}`;
  return new TransportError(message, { service: 'world', operation: `GET /${name}` });
}

function findingOf(
  row: SeenRow,
  { matcher, exclusions }: { matcher: ReturnType<typeof rowMatcherOf>; exclusions: Exclusions },
): Finding {
  const { title, outlet, tone, people, companies } = row;
  const texts = searchedTexts(row);
  const ranges = matcher.query?.matchedRanges(texts) ?? [];
  const words = ranges.map(({ field, start, end }) => texts[field]?.slice(start, end) ?? '');
  return fitFinding(
    defined<Finding>({
      fingerprint: row.key,
      service: 'world',
      type: 'article',
      indexedAt: row.seenAt,
      title: headlineOf(title, outlet),
      link: row.link,
      outlet,
      authors: row.authors,
      language: row.language,
      sentiment:
        tone === undefined
          ? undefined
          : { content: Math.max(-1, Math.min(1, Math.round(tone * TONE) / TONE ** 2)) },
      snippet: '',
      copies: copyKeysOf(title),
      matched: [...new Set(words)].slice(0, SHOWN),
      people: people.slice(0, SHOWN),
      companies: companies.slice(0, SHOWN),
      image: row.image,
      archive: true,
      publishedAt: row.publishedAt,
      excludedBy:
        excludedPhrase(exclusions, texts) ??
        excludedTopic(row, exclusions.topics) ??
        excludedDomain(exclusions.domains, outlet.domain),
    }),
  );
}
