import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import {
  bandsOf,
  joinedSignature,
  likeness,
  SAME_STORY,
  type Signature,
  signatureOf,
} from '../../shared/domain/likeness.ts';
import { type Figure, printFigures } from './report.ts';

// How well stories are put together by headlines alone, held against true stories. Headlines of one story differ far
// more than copies of one report do, and some of the data's stories tell the same, so that no threshold reaches both aims.

/** Headlines with their true stories; not part of the project. */
const STORIES = '../shared/data/news-stories.ndjson';
/** Headlines of one outlet over years, which hardly share a story: they must stay apart. */
const OTHERS = '../shared/data/news-authors.ndjson';

interface Headline {
  title: string;
  story: string;
  date: string;
}

interface Group {
  signature: Signature;
  stories: string[];
}

const record = z.object({ title: z.string(), published_date: z.string(), _story: z.string().optional() });

/** The headlines of a file, oldest first; without a label each is a story of its own. */
function headlines(file: string): Headline[] {
  if (!existsSync(file)) return [];
  const all = readFileSync(file, 'utf8').trim().split('\n');
  const read = all.map((line, at) => {
    const { title, published_date: date, _story: story } = record.parse(JSON.parse(line));
    return { title, story: story ?? `${file} ${at}`, date };
  });
  return read.toSorted((a, b) => a.date.localeCompare(b.date));
}

/** Puts each headline into the group that it is most like, one after the other, as stories are put together. */
function grouped(all: readonly Headline[], byBands: boolean): Group[] {
  const groups: Group[] = [];
  const shelves = new Map<string, Set<Group>>();
  for (const { title, story } of all) {
    const signature = signatureOf(title);
    const bands = bandsOf(signature);
    const candidates = byBands ? new Set(bands.flatMap((band) => [...(shelves.get(band) ?? [])])) : groups;
    let best: Group | undefined;
    let least = SAME_STORY;
    for (const group of candidates) {
      const like = likeness(signature, group.signature);
      if (like >= least) [best, least] = [group, like];
    }
    if (best) best.signature = joinedSignature(best.signature, signature);
    else groups.push((best = { signature, stories: [] }));
    best.stories.push(story);
    for (const band of bands) shelves.set(band, (shelves.get(band) ?? new Set()).add(best));
  }
  return groups;
}

/** Of the pairs brought together, how many belong together; and of those that belong together, how many were. */
function measured(groups: readonly Group[], all: readonly Headline[]): { precision: number; recall: number } {
  const pairs = (count: number) => (count * (count - 1)) / 2;
  const counts = (stories: readonly string[]) => [...Map.groupBy(stories, (story) => story).values()];
  const together = groups.reduce((sum, { stories }) => sum + pairs(stories.length), 0);
  const right = groups
    .flatMap(({ stories }) => counts(stories))
    .reduce((sum, { length }) => sum + pairs(length), 0);
  const wanted = counts(all.map(({ story }) => story)).reduce((sum, { length }) => sum + pairs(length), 0);
  return { precision: right / together, recall: right / wanted };
}

function figuresOf(
  name: string,
  { all, byBands, aims }: { all: Headline[]; byBands: boolean; aims: boolean },
): Figure[] {
  const began = performance.now();
  const { precision, recall } = measured(grouped(all, byBands), all);
  const each = (1_000 * (performance.now() - began)) / all.length;
  return [
    {
      name: `${name}: precision of pairs`,
      value: precision,
      unit: '',
      ...(aims && { aim: 0.95, atLeast: true }),
    },
    { name: `${name}: recall of pairs`, value: recall, unit: '', ...(aims && { aim: 0.6, atLeast: true }) },
    { name: `${name}: time for a headline`, value: each, unit: 'µs' },
  ];
}

function measure(): Figure[] {
  const stories = headlines(STORIES);
  if (stories.length === 0) {
    process.stderr.write(`${STORIES} is not there: nothing is measured\n`);
    return [];
  }
  const others = headlines(OTHERS);
  const mixed = stories.flatMap((headline, at) => [headline, ...others.slice(at, at + 1)]);
  return [
    ...figuresOf('Stories by bands', { all: stories, byBands: true, aims: true }),
    ...figuresOf('Stories, all held against all', { all: stories, byBands: false, aims: false }),
    ...figuresOf('Stories among others, by bands', { all: mixed, byBands: true, aims: false }),
  ];
}

printFigures(measure());
