import { stringify } from 'yaml';
import type { RunningServices } from '../../infra/local/services/start-services.ts';
import { compileWatches } from '../../infra/watches-file/compile-watches.ts';
import { daysOf } from '../../shared/domain/reports/period.ts';
import { dayOf } from '../../shared/domain/time/instant.ts';
import { livedThrough, onPollDays, POLL_DAYS, storiesMade } from './poll-days.ts';
import { type Figure, printFigures } from './report.ts';

// How many alerts a day a usual watch on a person and his companies makes on the four days that a real poller saw. The
// articles of the busiest day are listed on stderr with the story of each: whether an alert is a new development takes
// a reader.

const QUERY = '"Elon Musk" OR Tesla OR Twitter';
const LISTED = '2022-04-25';

/** Where the words are searched: as a watch usually does, and in titles alone. */
const CASES = { anywhere: {}, 'in titles': { search_in: 'title' } } as const;

function desiredOf(query: object) {
  const file = stringify({
    defaults: { timezone: 'UTC', schedule: 'rate(15 minutes)' },
    operators: { email: ['ops@acme.example'] },
    channels: { duty: { email: ['duty@acme.example'] } },
    watches: {
      news: { kind: 'search', query: { q: QUERY, ranked_only: false, ...query }, alert: { channel: 'duty' } },
    },
  });
  const compiled = compileWatches(file, { file: 'watches.yaml', now: POLL_DAYS.from });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.desired;
}

async function figuresOf([name, query]: [string, object], services: RunningServices): Promise<Figure[]> {
  const { store, found } = await livedThrough(desiredOf(query), services);
  const made = await Promise.all(
    daysOf({ first: dayOf(POLL_DAYS.from), last: dayOf(POLL_DAYS.to) }).map((day) =>
      store.alerts.madeOn(day, Infinity),
    ),
  );
  const alerts = made.flat().map(({ alert }) => alert);
  const stories = alerts.filter(({ occasion }) => occasion.type === 'story');
  const onDay = (day: string) => stories.filter(({ createdAt }) => dayOf(createdAt) === day);
  process.stderr.write(`${name}: ${LISTED}\n`);
  const alerted = new Set(onDay(LISTED).map(({ items: [item] }) => item?.fingerprint));
  const records = await storiesMade(store);
  const storyOf = new Map(
    records.flatMap(({ id, articles }) => articles.map(({ fingerprint }) => [fingerprint, id] as const)),
  );
  for (const finding of found) {
    if (dayOf(finding.indexedAt) !== LISTED) continue;
    const { fingerprint, indexedAt, outlet, title } = finding;
    const time = new Date(indexedAt).toISOString().slice(11, 16);
    const mark = alerted.has(fingerprint) ? 'alert ' : 'joined';
    const id = storyOf.get(fingerprint)?.slice(0, 6) ?? '';
    process.stderr.write(`  ${time} ${mark} ${id} ${outlet?.domain ?? ''}: ${title}\n`);
  }
  const days = [...Map.groupBy(stories, ({ createdAt }) => dayOf(createdAt)).values()];
  const label = (what: string) => `${QUERY}, ${name}: ${what}`;
  return [
    { name: label('articles'), value: found.length, unit: '' },
    { name: label('alerts'), value: stories.length, unit: '' },
    {
      name: label(`articles on ${LISTED}`),
      value: found.filter(({ indexedAt }) => dayOf(indexedAt) === LISTED).length,
      unit: '',
    },
    { name: label(`alerts on ${LISTED}`), value: onDay(LISTED).length, unit: '', aim: 25 },
    {
      name: label('most alerts a day'),
      value: Math.max(0, ...days.map(({ length }) => length)),
      unit: '',
      aim: 25,
    },
  ];
}

printFigures(
  await onPollDays(async (services) => {
    const figures: Figure[] = [];
    for (const one of Object.entries(CASES)) figures.push(...(await figuresOf(one, services)));
    return figures;
  }),
);
