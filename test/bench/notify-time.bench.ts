import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { readNotifyTimes } from '../../infra/cli/read-status.ts';
import { connectStack } from '../../infra/cli/stack/connect-stack.ts';
import { findStack } from '../../infra/cli/stack/find-stack.ts';
import { MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import { corpusLines, openJourney, start, watchesFile } from '../journeys/start-once.ts';
import { printFigures } from './report.ts';

// One hundred watches that run each minute on the stack of `npm start`, by the real clock. Each watch gets an article
// of its own every minute, at a second of its own. Measured is what `status` shows: from the indexing of an article to
// the message.

const WATCHES = 100;
const MINUTES = 4;
/** From the start of the command until the first articles: by then every watch has run. */
const WARM_UP = MINUTE;

const begun = Date.now() + WARM_UP;
const articles = Array.from({ length: WATCHES * MINUTES }, (_, n) => {
  const watch = n % WATCHES;
  const at = begun + Math.floor(n / WATCHES) * MINUTE + ((watch * 37) % 60) * SECOND;
  const date = new Date(at).toISOString().replace('T', ' ').slice(0, 19);
  // Words of its own: otherwise the articles of a watch would be one story, which is notified once.
  const words = randomUUID().replaceAll('-', ' ').replaceAll(/\d/g, 'x');
  return {
    id: `article-${n}`,
    title: `Company${watch} ${words}`,
    link: `https://news.example/${n}`,
    domain_url: `outlet-${n}.example`,
    name_source: `Outlet ${n}`,
    content: `Company${watch} ${words}`,
    language: 'en',
    rank: 100,
    published_date: date,
    parse_date: date,
  };
});
const watches = Object.fromEntries(
  Array.from({ length: WATCHES }, (_, n) => [
    `watch-${n}`,
    {
      query: { q: `Company${n}` },
      schedule: 'rate(1 minute)',
      alert: { when: 'story', channel: `channel-${n % 50}` },
    },
  ]),
);
const channels = Object.fromEntries(
  Array.from({ length: 50 }, (_, n) => [`channel-${n}`, { email: [`desk-${n}@acme.example`] }]),
);

const journey = await openJourney();
const file = await journey.write('watches.yaml', watchesFile(watches, channels));
const corpus = await journey.write('corpus.ndjson', corpusLines(articles));
const running = start(['--watches', file, '--corpus', corpus, '--data', journey.data, '--port', '0']);
try {
  await pause(WARM_UP + MINUTES * MINUTE + 90 * SECOND);
  const found = await findStack({ data: journey.data }, journey.folder);
  if (!found) throw new Error(`The stack does not run: ${running.text()}`);
  const stack = connectStack(found, { now: Date.now, sleep: pause });
  const times = await readNotifyTimes(stack, stack.now());
  const seconds = (milliseconds = Number.NaN) => milliseconds / SECOND;
  const name = (what: string) => `${WATCHES} watches every minute, from indexed to notified: ${what}`;
  printFigures([
    { name: name('messages'), value: times?.messages ?? 0, unit: 'messages' },
    { name: name('p50'), value: seconds(times?.p50), unit: 's', aim: 60 },
    { name: name('p95'), value: seconds(times?.p95), unit: 's', aim: 120 },
    { name: name('until a run found the article'), value: seconds(times?.steps.alert), unit: 's' },
    { name: name('until its message was written'), value: seconds(times?.steps.message), unit: 's' },
    { name: name('until the message was accepted'), value: seconds(times?.steps.accept), unit: 's' },
  ]);
} finally {
  running.stop();
  await running.ended;
  await journey.close();
}
