import { excludedTopic, type Finding } from '../../domain/findings/finding.ts';
import {
  compileExclusions,
  excludedDomain,
  excludedPhrase,
  type Exclusions,
  fitFinding,
} from '../../domain/findings/fit-finding.ts';
import { defined } from '../../domain/lib/fields.ts';
import { copyKeysOf } from '../../domain/stories/copy-keys.ts';
import { headlineOf } from '../../domain/text/headline.ts';
import type { Window } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { finds, rowMatcherOf, searchedTexts } from '../../domain/world/match-rows.ts';
import type { SeenRow } from '../../domain/world/read-row.ts';
import type { Ports } from '../../use-cases/ports/ports.ts';
import type { FoundPage, Source } from '../../use-cases/ports/services.ts';
import { foundPageItems } from '../http/lenient.ts';

/** The most matched words, and the most names, that are shown. */
const SHOWN = 20;
/** Tone is mostly -10 to 10: a tenth of it is the sentiment, at most 1. */
const TONE = 10;

/** What the source reads: what `poll-world` has stored. */
export type WorldShelf = Pick<Ports['world'], 'state' | 'finds'>;

/** The archive as a port of runs: the rows that were read in a window. Calls no one. */
export function worldSource(shelf: WorldShelf): Source {
  const since = async ({ id, version }: Watch) => {
    const state = await shelf.state();
    const known = state?.watches.find((one) => one.id === id && one.version === version);
    return state && known && { from: known.from, to: state.until };
  };
  const read = async ({ watch, window }: { watch: Watch; window: Window }) => {
    const matcher = rowMatcherOf(watch);
    const from = (await since(watch))?.from ?? window.from;
    const missed = window.from < from ? [{ from: window.from, to: Math.min(from, window.to) }] : [];
    const rows = new Map<string, SeenRow>();
    for await (const part of shelf.finds(window)) {
      for (const row of part.items) if (!rows.has(row.key) && finds(matcher, row)) rows.set(row.key, row);
      missed.push(...part.missed);
    }
    return { matcher, missed, rows: [...rows.values()] };
  };
  return {
    async fetchPage({ watch, window }): Promise<FoundPage> {
      const { matcher, missed, rows } = await read({ watch, window });
      const exclusions = compileExclusions(watch.exclude, watch.accents);
      const found = foundPageItems(
        rows.map((row) => ({ ...row, raw: row })),
        { toFinding: (row) => findingOf(row, { matcher, exclusions }), unusable: [] },
      );
      const page = { ...found, refused: 0, hits: rows.length, pages: 1, capped: false, calls: 0 };
      return missed.length === 0 ? page : { ...page, missed };
    },
    count: async (ask) => ({ hits: (await read(ask)).rows.length, calls: 0 }),
    knownSpan: since,
  };
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
