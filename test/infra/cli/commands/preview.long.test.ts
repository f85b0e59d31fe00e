import { expect, it } from 'vitest';
import { type TriedOut } from '../../../../infra/cli/stack/try-out.ts';
import { DAY, HOUR, type Window } from '../../../../shared/domain/time/instant.ts';
import { compileWatches } from '../../../../infra/watches-file/compile-watches.ts';
import type { Extraction } from '../../../../shared/domain/extraction/extraction.ts';
import type { StoredFinding } from '../../../../shared/domain/findings/finding.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { actionOf } from '../../../../shared/domain/pages/reader-action.ts';
import { aFinding, anAlert, aStoredFinding } from '../../../ports/examples.ts';
import { anExtraction } from '../../../ports/extraction-examples.ts';
import { memoryStack, NOW, openWorld } from '../open-world.ts';
import { scriptedModel } from '../../../ports/scripted-model.ts';
import { storeFindings } from '../../../store/store-findings.ts';
import type { ReaderActionKind } from '../../../../shared/domain/pages/signed-link.ts';

const file = (
  alert: string,
  channel = '',
  schedule = 'rate(2 hours)',
) => `operators: { email: [oncall@acme.example] }
channels:
  press-team: { ${channel}email: [press@acme.example], sms: ["+33600000000", "+33600000001"] }
watches:
  acme-news: { kind: search, schedule: ${schedule}, query: { q: Acme }, alert: { channel: press-team, ${alert} } }
  quakes: { kind: breaking, query: {}, alert: { channel: press-team } }
  sector-cuts: { kind: extraction, schedule: cron(0 6 ? * MON *), query: { query: "Layoffs at car makers in Europe", limit: 40 }, alert: { channel: press-team } }
`;

const STORIES = [
  'Acme recalls four thousand pumps after a fire near Lyon',
  'Shareholders of Acme elect a new chairwoman',
  'Acme buys a maker of batteries in Oslo for 90 million',
  'Court in Lima fines Acme over dumped waste water',
  'Strike at the Acme docks in Cairo enters its third week',
  'Acme opens a school for apprentices in Seoul',
];
/** Titles without a common name. */
const OTHERS = [
  'Museum in Turin shows early radios and a typewriter',
  'Farmers near Leeds protest against a new reservoir',
  'Jane Doe heads the research of Globex from May on',
  'Kettles cause burns: Initech pays for the hospital',
  'Tram drivers of Porto want shorter nights',
  'Hail destroys a third of the apple harvest in Tyrol',
  'Old treasurer tells the judges of hidden invoices',
  'Snow closes the airport of Denver for two days',
  'Umbrella moves its seat from Boston to Dublin',
  'Parliament in Lima debates the price of bread',
  'Divers find a Roman ship off Split',
  'Choir of Tallinn wins a prize for young voices',
];
/** An article with one of some titles each minute from an instant on, all of which were read. */
function burstOf(titles: readonly string[], from: number): Partial<TriedOut> {
  const burst = Array.from({ length: 60 }, (_, n) => {
    const [at, title] = [from + n * 60_000, titles[n % titles.length]!];
    return aFinding(n, { title, snippet: title, indexedAt: at, publishedAt: at });
  });
  return { findings: burst, frames: burst.map(({ indexedAt }) => ({ from: indexedAt, count: 1 })) };
}
/** 6 stories with 10 copies each. */
const findings = Array.from({ length: 60 }, (_, n) =>
  aFinding(n, {
    title: STORIES[n % 6]!,
    snippet: STORIES[n % 6]!,
    indexedAt: NOW - DAY + (n * HOUR) / 4,
    publishedAt: NOW - DAY + (n * HOUR) / 4,
  }),
);

async function call(
  given: Partial<TriedOut>,
  { alert = 'when: finding', args = ['acme-news'], channel = '', schedule = 'rate(2 hours)' } = {},
) {
  const { stack } = memoryStack();
  const asked: [Watch, Window][] = [];
  const { call: run, write } = openWorld({
    stack: {
      ...stack,
      tryOut: async ({ watch, window }) => {
        asked.push([watch, window]);
        return { window, hits: 60, frames: [], findings, calls: 2, ...given };
      },
    },
  });
  write(file(alert, channel, schedule));
  return { ...(await run('preview', ...args)), asked };
}

it('shows matches by day, the latest with their words, the alerts, and the cost per month', async () => {
  const frames = [
    { from: NOW - 2 * DAY, count: 20 },
    { from: NOW - DAY, count: 40 },
  ];
  const { code, out, asked } = await call({ frames });
  expect(code).toBe(0);
  expect(asked[0]?.[1]).toEqual({ from: NOW - 30 * DAY, to: NOW });
  expect(out).toContain('acme-news: 60 matches in 30 days');
  expect(out).toMatch(/2026-11-19 {2}█{20} 20\n {2}2026-11-20 {2}█{40} 40/);
  // The window begins and ends within a day: both days are listed.
  expect(out).toMatch(/2026-10-22 [\s\S]*2026-11-21 /);
  expect(out).toContain('(news.example; matched: Acme)');
  expect(out).toContain('It would have sent 60 alerts (policy finding, channel press-team)');
  expect(out).toContain('\n  about 60 alerts\n');
  expect(out).toContain('\n  at most 120 SMS parts; price not known: set sms_price on channel press-team\n');
  expect(out).toMatch(/runs, [\d,]+ calls/);
});

it('lives through the span that is named, run by run, and refuses no flood in it', async () => {
  const span = ['--from', '2026-11-20T08:00:00Z', '--to', '2026-11-21'];
  const given = { findings: findings.slice(0, 12), hits: 1_000 };
  const args = ['acme-news', '--json', ...span];
  const { code, out, asked } = await call(given, {
    alert: 'when: story',
    args,
    schedule: 'rate(15 minutes)',
  });
  expect(code).toBe(0);
  expect(asked[0]?.[1]).toEqual({ from: NOW - DAY, to: NOW - 8 * HOUR });
  const { alertList } = JSON.parse(out);
  // One article each quarter of an hour, and a run each quarter of an hour, some minutes after it.
  expect(alertList.map(({ title }: { title: string }) => title)).toEqual(STORIES);
  const delays = alertList.map(
    ({ at }: { at: string }, n: number) => Date.parse(at) - findings[n]!.indexedAt,
  );
  expect(delays.every((delay: number) => delay === delays[0] && delay > 0 && delay < HOUR / 4)).toBe(true);
  expect(alertList[0]).toMatchObject({ occasion: 'story', severity: 'info', links: [findings[0]!.link] });
});

it('refuses too many alerts, with the number and a suggested fix', async () => {
  const { code, out, err } = await call({ hits: 60_000 });
  expect(code).toBe(1);
  expect(out).toContain('60,000 matches');
  expect(err).toContain('would cause about 60,000 alerts per month, 2,000 per day');
  expect(err).toContain('when: story');
});

it.each([
  ['volume', 'limit is 50 articles'],
  ['silence', 'No article has come for 3 days'],
])('counts the SMS of a watch that alerts on a %s, and prices them', async (when, text) => {
  const how = { alert: `when: ${when}`, args: ['acme-news', '--json'], channel: 'sms_price: 0.05, ' };
  const { alerts, alertSamples, month } = JSON.parse((await call(burstOf(OTHERS, NOW - 8 * DAY), how)).out);
  expect(alertSamples[0]).toContain(text);
  // 2 phone numbers: each alert needs at least 1 part for each.
  expect(month.smsParts).toBeGreaterThanOrEqual(2 * alerts);
  expect(month.smsCost).toBeCloseTo(month.smsParts * 0.05);
});

it('sees no spike in copies of one story when every match was read', async () => {
  const alertsOf = async (titles: readonly string[]) => {
    const how = { alert: 'when: spike', args: ['acme-news', '--json'] };
    return JSON.parse((await call(burstOf(titles, NOW - 2 * DAY), how)).out).alerts;
  };
  expect(await alertsOf(STORIES.slice(0, 1))).toBe(0);
  expect(await alertsOf(OTHERS)).toBe(1);
});

it('estimates a month of breaking news from the one day that the service has', async () => {
  const { out, asked } = await call({}, { args: ['quakes'] });
  expect(asked[0]?.[1]).toEqual({ from: NOW - DAY, to: NOW });
  expect(out).toContain('quakes: 60 matches in 24 hours');
  expect(out).toContain('It would have sent 6 alerts (policy story, channel press-team)');
  expect(out).toContain('The monthly numbers are estimated from this day.');
  expect(out).toContain('\n  about 180 alerts\n');
});

it('says what jobs cost before the first one, and what is not known', async () => {
  const { code, out, asked } = await call({}, { args: ['sector-cuts'] });
  expect([code, asked]).toEqual([0, []]);
  expect(out).toContain('sector-cuts: no past jobs to show');
  expect(out).toContain('not known before its first job has ended');
  expect(out).toContain(
    'A job returns at most 40 records; those of the first job are its baseline and cause no alerts.',
  );
  expect(out).toContain(
    '5 jobs, at most 2,000 credits of 6,000 in the plan: 400 each (limit 40, 10 per record)',
  );
  expect(out).toContain('about 115 calls, assuming 15 minutes per job');
  expect(out).toContain('a job slot is in use for about 75 minutes');
  expect(out).toContain('needs work');
  expect(out).toContain('this preview cost no credits');
});

it('shows what jobs of the same query found, and refuses jobs that cost more than the plan allows', async () => {
  const { version } = watchesIn(file('when: finding')).find(({ id }) => id === 'sector-cuts')!;
  const ended = (n: number, changes: Partial<Extraction> = {}) =>
    anExtraction({
      id: `job-${n}`,
      watchVersion: version,
      state: 'done',
      createdAt: NOW - n * 5 * DAY,
      range: { from: NOW - (n + 1) * 5 * DAY, to: NOW - n * 5 * DAY },
      sentAt: NOW - n * 5 * DAY,
      endedAt: NOW - n * 5 * DAY + 12 * 60_000,
      calls: 20,
      records: 30,
      ...changes,
    });
  const { stack, store } = memoryStack();
  await store.extractions.put(ended(2, { silent: true }));
  await store.extractions.put(ended(1));
  await store.extractions.put(ended(1, { id: 'other-question', watchVersion: 'older', records: 900 }));
  const found = (n: number, changes: Partial<StoredFinding>) =>
    aStoredFinding(n, { watchId: 'sector-cuts', finding: aFinding(n, { indexedAt: NOW - DAY }), ...changes });
  await storeFindings(store, [
    found(1, { foundAt: NOW - 10 * DAY, verdict: { silent: 'baseline' } }),
    found(2, { foundAt: NOW - DAY, verdict: { notified: 'alert' } }),
  ]);
  const { call: run, write } = openWorld({ stack });
  write(file('when: finding'));
  const { code, out } = await run('preview', 'sector-cuts');
  expect(code).toBe(0);
  expect(out).toContain('sector-cuts: 1 match in 10 days');
  expect(out).toContain('It would have sent 1 alert');
  expect(out).toContain('about 100 calls, measured on its last 2 jobs');
  expect(out).toContain('a job slot is in use for about 60 minutes, measured on its last 2 jobs');
  write(file('when: finding').replace('MON', 'SUN-SAT'));
  const daily = await run('preview', 'sector-cuts');
  expect(daily.code).toBe(1);
  expect(daily.err).toContain('would need 9,300 credits per month for 31 jobs. The plan allows 6,000');
});

it('shows what a monitor has sent, and that it needs no calls', async () => {
  const { stack, store } = memoryStack();
  const text = file('when: finding').replace('kind: extraction,', 'kind: extraction, mode: monitor,');
  for (const watch of watchesIn(text)) await store.definitions.putWatch(watch);
  for (const n of [1, 2]) {
    const finding = aFinding(n, { indexedAt: NOW - n * 3 * DAY, type: 'record', title: STORIES[n]! });
    const verdict = { notified: `alert-${n}` };
    const foundAt = finding.indexedAt;
    await storeFindings(store, [aStoredFinding(n, { watchId: 'sector-cuts', finding, verdict, foundAt })]);
  }
  const { call: run, write } = openWorld({ stack });
  write(text);
  const { code, out } = await run('preview', 'sector-cuts');
  expect(code).toBe(0);
  expect(out).toContain('sector-cuts: 2 matches in 6 days');
  expect(out).toContain('about 10 alerts');
  expect(out).toContain('usually no calls: the service repeats the job by itself');
});

function watchesIn(text: string): readonly Watch[] {
  const compiled = compileWatches(text, { file: 'watches.yaml', now: NOW });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.desired.watches;
}

it('says what readers found wrong with its alerts in the past month, with lines for the file', async () => {
  const { stack, store } = memoryStack();
  const alerts = Array.from({ length: 8 }, (_, n) =>
    anAlert(n, {
      createdAt: NOW - n * 6 * DAY,
      items: [aFinding(n, { title: n < 2 ? `A comics fair opens in hall ${n}` : `Plant ${n} opens` })],
    }),
  );
  const other = anAlert(9, { watchId: 'quakes', createdAt: NOW, items: [aFinding(9)] });
  for (const alert of [...alerts, other]) await store.alerts.put(alert, { dueAt: NOW });
  const act = (kind: ReaderActionKind, n: number, lane = 'press-team') =>
    store.readerActions.put(actionOf(kind, { alert: alerts[n]!, lane, from: 'message', at: NOW }).action);
  await act('not-relevant', 0);
  await act('not-relevant', 0, 'press-team~slack');
  await act('not-relevant', 1);
  await act('less-outlet', 2);
  const { call: run, write } = openWorld({
    stack: {
      ...stack,
      tryOut: async ({ window }) => ({ window, hits: 60, frames: [], findings, calls: 2 }),
    },
  });
  write(file('when: finding'));
  const { out } = await run('preview', 'acme-news');
  expect(out).toContain('in the past 30 days: 2 of 5 not relevant, 1 outlet muted.');
  expect(out).toContain(
    '\n  watches:\n    acme-news:\n      exclude:\n        domains: ["news.example"]\n        phrases: ["comics fair",',
  );
  const document = JSON.parse((await run('preview', 'acme-news', '--json')).out);
  expect(document.readers).toMatchObject({ alerts: 5, notRelevant: 2, outletsMuted: 1, storiesMuted: 0 });
  expect(JSON.parse((await run('preview', 'quakes', '--json')).out)).not.toHaveProperty('readers');
});

it('lets the judge try the past in shadow: it names the price first, asks about each article once, and is measured', async () => {
  const model = scriptedModel(({ title }) => ({ relevant: !title.includes('Strike') }));
  const { stack, store } = memoryStack();
  const two = [aFinding(1, { title: STORIES[0]! }), aFinding(2, { title: STORIES[4]! })].map((one, n) => ({
    ...one,
    indexedAt: NOW - DAY + n * HOUR,
  }));
  const world = openWorld({
    stack: {
      ...stack,
      models: model.open,
      tryOut: async ({ window }) => ({ window, hits: 2, frames: [], findings: two, calls: 1 }),
    },
  });
  const judge = 'judge: { model: small, relevant: Acme, tokens_per_month: 1000000';
  world.write(file(`when: story }, ${judge}`, '', 'rate(1 hour)'));
  for (const [n, kind] of [
    [1, 'acknowledge'],
    [2, 'not-relevant'],
  ] as const) {
    const alert = anAlert(n, { createdAt: NOW, items: [two[n - 1]!] });
    await store.alerts.put(alert, { dueAt: NOW });
    await store.readerActions.put(
      actionOf(kind, { alert, lane: 'press-team', from: 'message', at: NOW }).action,
    );
  }
  const refused = await world.call('preview', 'acme-news', '--judge');
  expect([refused.code, model.calls.length]).toEqual([1, 0]);
  expect(refused.err).toMatch(
    /^Model small: 2 calls about 2 articles, about [\d,]+ tokens\. [^]*needs --yes/,
  );
  const first = await world.call('preview', 'acme-news', '--judge', '--yes');
  expect(first.out).toContain('1 would have waited as probably not about you:\n  Strike at the Acme docks');
  expect(first.out).toContain('they agree with 100.0% (precision)');
  expect(first.out).toContain('2,002 tokens for these days. Asked now: 2,002 tokens.');
  const again = JSON.parse((await world.call('preview', 'acme-news', '--judge', '--json')).out);
  expect(model.calls).toHaveLength(2);
  expect(again.judge).toMatchObject([
    {
      watch: 'acme-news',
      judged: 2,
      lowered: [{ title: STORIES[4], reason: 'So it is.' }],
      raised: [],
      tokens: 2002,
      spent: 0,
      usd: null,
      agreement: { marks: 2, precision: 1, recall: 1 },
    },
  ]);
  expect(again.alerts).toBe(2);
  expect((await world.call('preview', 'quakes', '--judge')).err).toContain('Watch quakes has no judge.');
});
