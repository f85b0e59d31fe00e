import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { groupStories } from '../../infra/local/services/news/groups/group-stories.ts';
import { signatureOf } from '../../shared/domain/stories/similarity.ts';
import { type Figure, printFigures } from './report.ts';

// How well the local news service puts stories together by headlines alone, all at once, held against true stories.
// Two of the 44 stories tell one bankruptcy in the same words: the pairs between them are nearly half of all that are
// called wrong. What a watch makes of the same headlines, run by run, is measured by stories.bench.ts.

/** Headlines with their true stories; not part of the project. */
const STORIES = '../shared/data/news-stories.ndjson';
/** Headlines of one outlet over years, which hardly share a story: they must stay apart. */
const OTHERS = '../shared/data/news-authors.ndjson';

interface Headline {
  title: string;
  story: string;
  date: string;
}

/** Headlines put together; of each the true story. */
interface Group {
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

/** Gathers all headlines at once. */
async function allAtOnce(all: readonly Headline[]): Promise<Group[]> {
  const notified = all.map(({ title }) => ({ title, signature: signatureOf(title) }));
  const groups = await groupStories(notified);
  return groups.map((places) => ({ stories: places.flatMap((place) => all[place]?.story ?? []) }));
}

type Grouping = (all: readonly Headline[]) => Group[] | Promise<Group[]>;

/** Precision and recall of pairs, and the time of the processor for each headline. */
async function pairFigures(
  name: string,
  { all, grouping, aims }: { all: readonly Headline[]; grouping: Grouping; aims: boolean },
): Promise<Figure[]> {
  const began = process.cpuUsage();
  const groups = await grouping(all);
  const { user } = process.cpuUsage(began);
  const { precision, recall } = measured(groups, all);
  const aim = (value: number) => (aims ? { aim: value, atLeast: true } : {});
  return [
    { name: `${name}: precision of pairs`, value: precision, unit: '', ...aim(0.95) },
    { name: `${name}: recall of pairs`, value: recall, unit: '', ...aim(0.6) },
    { name: `${name}: time for a headline`, value: user / all.length, unit: 'µs' },
  ];
}

/**
 * What a reader would get: each group is one alert. Alerts for each true story are groups divided by stories, 1 at
 * best; an alert is mixed when its group holds headlines of more than one story.
 */
function alertFigures(name: string, groups: readonly Group[]): Figure[] {
  const stories = new Set(groups.flatMap((group) => group.stories)).size;
  const mixed = groups.filter((group) => new Set(group.stories).size > 1).length;
  return [
    { name: `${name}: groups for each true story`, value: groups.length / stories, unit: '' },
    { name: `${name}: share of groups that mix stories`, value: mixed / groups.length, unit: '' },
  ];
}

async function measure(): Promise<Figure[]> {
  const stories = headlines(STORIES);
  if (stories.length === 0) {
    process.stderr.write(`${STORIES} is not there: nothing is measured\n`);
    return [];
  }
  const others = headlines(OTHERS);
  const mixed = stories.flatMap((headline, at) => [headline, ...others.slice(at, at + 1)]);
  const alone = await allAtOnce(others);
  const once = { grouping: allAtOnce, aims: false };
  return [
    ...(await pairFigures('Stories at once', { ...once, all: stories, aims: true })),
    ...(await pairFigures('Stories among others, at once', { ...once, all: mixed })),
    { name: 'Others at once: groups for each headline', value: alone.length / others.length, unit: '' },
    ...alertFigures('Stories at once', await allAtOnce(stories)),
  ];
}

printFigures(await measure());
