import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { headlineOf } from '../../shared/domain/text/headline.ts';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import {
  assignStories,
  knownStories,
  openCandidates,
  profileOf,
} from '../../shared/domain/stories/assign-stories.ts';
import { openStories } from '../../shared/domain/stories/open-stories.ts';
import { OPEN_FOR } from '../../shared/domain/stories/open-story.ts';
import { STORY_MEMORY } from '../../shared/domain/stories/story.ts';
import { DAY, HOUR, type Instant, MINUTE } from '../../shared/domain/time/instant.ts';
import { aFinding, NOON } from '../ports/examples.ts';
import { type Figure, printFigures } from './report.ts';

// How many copies of an article join its story: while the story is open, and when only its keys are left.

/** Articles with their texts, and headlines without; not part of the project. */
const FILES = {
  texts: '../shared/data/news-events-text.ndjson',
  headlines: '../shared/data/news-stories.ndjson',
};
const COUNT = 250;
const WATCH = 'acme-news';
const SPACE = `watch.${WATCH}`;

const record = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string().nullish(),
  _story: z.string(),
});
/** An article, and how another outlet titles the same event. */
type Row = z.infer<typeof record> & { other?: string | undefined };
const OTHER = { domain: 'second.example', name: 'Second Tribune' };

/** One text under the titles of two outlets. */
const SYNDICATED = 'texts under the title of another outlet';

/** What other outlets make of an article. */
const COPIES: Readonly<Record<string, (row: Row) => Partial<Finding>>> = {
  'equal titles': ({ title }) => ({ title }),
  'titles with a suffix': ({ title }) => ({ title: headlineOf(`${title} - ${OTHER.name}`, OTHER) }),
  'titles in capitals': ({ title }) => ({ title: title.toUpperCase() }),
  'edited titles, without the last word': ({ title }) => ({ title: title.replace(/\s+\S+$/, '') }),
  'edited titles, without a word in the middle': ({ title }) => {
    const words = title.split(' ');
    return { title: words.toSpliced(Math.floor(words.length / 2), 1).join(' ') };
  },
  'edited titles, with words in front': ({ title }) => ({ title: `Breaking news: ${title}` }),
  [SYNDICATED]: ({ title, other = title }) => ({ title: other }),
  'edited titles, with words behind': ({ title }) => ({ title: `${title}, says report` }),
};

function rowsOf(file: string): Row[] {
  if (!existsSync(file)) {
    process.stderr.write(`${file} is not there: its copies are not measured\n`);
    return [];
  }
  const all = readFileSync(file, 'utf8').trim().split('\n');
  const read = all.map((line) => record.parse(JSON.parse(line)));
  const titles = Map.groupBy(read, ({ _story: story }) => story);
  const rows = read.map((row): Row => {
    const { _story: story } = row;
    const other = titles.get(story)?.find(({ title }) => title !== row.title)?.title;
    return { ...row, other };
  });
  // Every so many, and each title once: other articles with the same title are copies already.
  const distinct = [...new Map(rows.map((row) => [row.title, row])).values()];
  const step = Math.max(1, Math.floor(distinct.length / COUNT));
  return distinct.filter((row, at) => at % step === 0 && row.title.split(/\s+/).length > 4);
}

function joinedAfter(
  rows: readonly Row[],
  { delay, copy }: { delay: number; copy: (row: Row) => Partial<Finding> },
): number {
  let known = knownStories(SPACE, []);
  /** The story of an article. Of those that are closed only the keys are left. */
  const place = (finding: Finding, now: Instant): string | undefined => {
    const open = [...known.open.stories.values()].filter(({ lastAt }) => now - lastAt <= OPEN_FOR);
    known = { ...known, open: openStories(open) };
    const memory = { now, watchId: WATCH, width: 'normal', memory: STORY_MEMORY, retention: 0 } as const;
    const candidates = openCandidates(known, memory);
    assignStories(candidates, [profileOf({ finding, foundAt: now, watchId: WATCH, expiresAt: now }, SPACE)]);
    return candidates.assigned.get(finding.fingerprint)?.id;
  };
  const articleOf = (row: Row, at: Instant, changes: Partial<Finding>) =>
    aFinding(0, {
      fingerprint: row.id,
      title: row.title,
      snippet: (row.content ?? '').slice(0, 4_000),
      indexedAt: at,
      publishedAt: at,
      ...changes,
    });
  const first = new Map<string, string | undefined>();
  for (const [n, row] of rows.entries()) {
    const at = NOON + n * 5 * MINUTE;
    first.set(row.id, place(articleOf(row, at, { outlet: { domain: 'first.example' } }), at));
  }
  // A true story may have become several, of which the title of another outlet is in one.
  const ofTruth = Map.groupBy(rows, ({ _story: story }) => story);
  const homesOf = ({ _story: story }: Row) => (ofTruth.get(story) ?? []).map(({ id }) => first.get(id));
  let joined = 0;
  for (const [n, row] of rows.entries()) {
    const at = NOON + n * 5 * MINUTE + delay;
    const given = { fingerprint: `${row.id}-copy`, outlet: OTHER, ...copy(row) };
    if (homesOf(row).includes(place(articleOf(row, at, given), at))) joined += 1;
  }
  return joined / rows.length;
}

const figures: Figure[] = [];
for (const [of, file] of Object.entries(FILES)) {
  const rows = rowsOf(file);
  for (const [after, delay] of [
    ['a day', 26 * HOUR],
    ['20 days', 20 * DAY],
  ] as const)
    for (const [name, copy] of rows.length === 0 ? [] : Object.entries(COPIES)) {
      // An edited title without a text has nothing left by which it is found once its story is closed.
      if (name === SYNDICATED && of !== 'texts') continue;
      const isPromised = of === 'texts' || delay <= OPEN_FOR || !name.startsWith('edited');
      const value = joinedAfter(rows, { delay, copy });
      figures.push({
        name: `${of}, ${after} later, ${name}: joined`,
        value,
        unit: '',
        ...(isPromised && { aim: 0.99, atLeast: true }),
      });
    }
}
printFigures(figures);
