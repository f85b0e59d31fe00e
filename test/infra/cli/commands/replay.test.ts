import { expect, it } from 'vitest';
import type { Source } from '../../../../shared/use-cases/ports/services.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aFinding, aStoredFinding } from '../../../ports/examples.ts';
import { memorySource, heldClock } from '../../../ports/memory-services.ts';
import { scriptedModel } from '../../../ports/scripted-model.ts';
import { memoryStack, NOW, openWorld } from '../open-world.ts';
import { storeFindings } from '../../../store/store-findings.ts';

const file = ({ channel = '', watch = '', more = '' } = {}) => `operators: { email: [oncall@acme.example] }
channels:
  desk: { email: [desk@acme.example], sms: ["+33600000000"], sms_price: 0.05, ${channel} }
watches:
  acme: { kind: search, query: { q: Acme }, schedule: rate(1 hour), alert: { when: finding, channel: desk }, ${watch} }
${more}`;

const findings = ['Acme opens a foundry', 'Strike at Acme', 'Acme sells its mill'].map((title, n) =>
  aFinding(n, { title, indexedAt: NOW - 2 * DAY + n * 5 * HOUR, publishedAt: NOW - 2 * DAY + n * 5 * HOUR }),
);

/** A stack in which a file is in force, with a service that has some articles. */
async function openApplied(
  text = file(),
  source: Source = memorySource(articles(), heldClock(NOW)),
  models = scriptedModel().open,
) {
  const { stack, store } = memoryStack();
  const world = openWorld({
    stack: {
      ...stack,
      models,
      askService: async (_service, ask) => ask(source),
      queue: { send: async () => undefined },
    },
  });
  world.write(text);
  const applied = await world.call('apply', '--yes');
  expect(applied.code).toBe(0);
  return { ...world, store };
}

const articles = () => findings.map((finding) => ({ finding }));

it('says in words that the file in force would have sent the same, and changes nothing', async () => {
  const { call, store } = await openApplied();
  const before = structuredClone(JSON.parse(JSON.stringify(await contentOf(store))));
  const { code, out } = await call('replay', '--against', 'watches.yaml', '--days', '3');
  expect(code).toBe(0);
  expect(out).toContain(
    'No difference: watches.yaml would have sent the same as what is in force, 6 alerts (6 at once, 0 later) in 4 messages.',
  );
  expect(out).toContain('Nothing was sent or changed.');
  expect(JSON.parse(JSON.stringify(await contentOf(store)))).toEqual(before);
});

/** All that the stack holds. */
async function contentOf(store: Awaited<ReturnType<typeof openApplied>>['store']) {
  return store.table.items();
}

it('shows what another file wins and loses, by channel, transport and severity, with examples and costs', async () => {
  const { call, write } = await openApplied();
  write(file({ channel: 'min_severity: warning', watch: 'severity: info' }), 'quiet.yaml');
  const quiet = await call('replay', '--against', 'quiet.yaml', '--days', '3');
  expect(quiet.out).toContain(
    'quiet.yaml would have sent nothing, instead of 6 alerts (6 at once, 0 later) in 4 messages: 0 alerts won, 6 lost.',
  );
  expect(quiet.out).toContain('desk     email  info      3         0     0    3');
  expect(quiet.out).toContain('info  desk (email, sms)  Strike at Acme  [acme]');
  expect(quiet.out).toContain('SMS parts                        3 for 0.15        0 for 0.00');

  write(file({ watch: 'severity: critical' }), 'loud.yaml');
  const loud = await call('replay', '--against', 'loud.yaml', '--days', '3', '--json');
  expect(JSON.parse(loud.out)).toMatchObject({
    from: '2026-11-18T08:00:00Z',
    to: '2026-11-21T08:00:00Z',
    same: false,
    inForce: { alerts: 6, messages: 4, smsParts: 3, smsCost: 0.15 },
    won: { alerts: 0 },
    lost: { alerts: 0 },
    changed: {
      alerts: 6,
      examples: expect.arrayContaining([
        expect.objectContaining({
          title: 'Strike at Acme',
          inForce: { severity: 'info', waited: false },
          against: { severity: 'critical', waited: false },
        }),
      ]),
    },
    calls: { used: 1, most: 100 },
  });
});

it('says what it cannot replay: jobs are not started, and what past jobs found is taken from the store', async () => {
  const job = (query: string) =>
    `  cuts: { kind: extraction, query: { query: "${query}" }, alert: { channel: desk } }`;
  const { call, write, store } = await openApplied(file({ more: job('Layoffs at car makers') }));
  const record = {
    finding: { ...findings[1]!, service: 'extraction', type: 'record', title: 'A car maker cuts jobs' },
  } as const;
  await storeFindings(store, [
    aStoredFinding(7, { ...record, watchId: 'cuts', foundAt: NOW - DAY, verdict: { notified: 'alert' } }),
  ]);
  const same = await call('replay', '--against', 'watches.yaml', '--days', '3', '--json');
  expect(JSON.parse(same.out)).toMatchObject({
    same: true,
    against: { alerts: 8 },
    notReplayed: [
      {
        watch: 'cuts',
        why: expect.stringContaining('its jobs are not started again, because they cost credits'),
      },
    ],
  });
  write(file({ more: job('Layoffs at toy makers') }), 'other.yaml');
  const other = await call('replay', '--against', 'other.yaml', '--days', '3');
  expect(other.out).toContain('Lost: only what is in force sends these');
  expect(other.out).toContain('A car maker cuts jobs  [cuts]');
  expect(other.out).toContain('cuts: it is not replayed. Its question is new to the stack');
});

it('stops before it makes more calls than it may, and says how to go on', async () => {
  const source = memorySource(articles(), heldClock(NOW), { pageSize: 1 });
  const { call } = await openApplied(file(), source);
  const { code, err } = await call('replay', '--against', 'watches.yaml', '--days', '3', '--max-calls', '2');
  expect(code).toBe(1);
  expect(source.calls).toBeLessThanOrEqual(2);
  expect(err).toContain('The replay needs more than 2 calls to the services.');
  expect(err).toContain('replay fewer days (--days 7), or allow more calls (--max-calls 8)');
});

it('writes Markdown in which a title is neither link, mention nor HTML', async () => {
  const title = 'Acme | <img src=x> @everyone [click](https://evil.example) #12 `rm` www.evil.example';
  const hostile = [{ finding: { ...findings[0]!, title } }];
  const { call, write } = await openApplied(file(), memorySource(hostile, heldClock(NOW)));
  write(file({ channel: 'min_severity: warning' }), 'quiet.yaml');
  const { out } = await call('replay', '--against', 'quiet.yaml', '--days', '3', '--markdown');
  expect(out).toMatch(
    /^### What quiet\.yaml would have sent, .*: the past 3 days, 2026-11-18 to 2026-11-21\n/,
  );
  expect(out).toContain('| desk | email | info | 1 | 0 | 0 | 1 |');
  expect(out).toContain(
    String.raw`Acme \| \<img src=x\> @` +
      '\u200b' +
      String.raw`everyone \[click\]\(https:` +
      '\u200b//evil.example' +
      String.raw`\) \#` +
      '\u200b12',
  );
  expect(out).not.toMatch(/www\.evil/);
});

it('counts what feeds had when they were first read a minute ago, at once or waiting, and says since when they are read', async () => {
  const feed = 'https://outlet.example/rss';
  const seenAt = NOW - MINUTE;
  const text = (channel: string) => `operators: { email: [oncall@acme.example] }
channels: { desk: { email: [desk@acme.example], ${channel} } }
feeds: { all: { urls: ["${feed}"] } }
watches:
  acme: { kind: feeds, query: { q: Acme, feeds: [all] }, schedule: rate(6 hours), first_run: tell, alert: { when: finding, channel: desk } }
`;
  const { call, write, store } = await openApplied(text(''));
  const items = ['Acme opens a foundry', 'Strike at Acme', 'Rain'].map((title, n) => ({
    key: `key-${n}`,
    feed,
    feedTitle: 'Outlet',
    seenAt,
    title,
    snippet: '',
    authors: [],
    link: `https://outlet.example/${n}`,
  }));
  await store.feeds.putFinds(seenAt, { items, missed: [] });
  write(text('now: critical, brief: cron(0 12 ? * * *)'), 'calm.yaml');
  const { out } = await call('replay', '--against', 'calm.yaml', '--days', '3');
  expect(out).toContain(
    'calm.yaml would have sent nothing (2 more wait at the end for a brief, for the end of quiet hours or for a limit), instead of 2 alerts (2 at once, 0 later) in 2 messages',
  );
  expect(out).toContain('acme: the stack has read its feeds since 2026-11-21T07:59Z.');
});

it('lets the judges of the file judge the same days in shadow, and says why an answer does not count', async () => {
  const model = scriptedModel(
    () => ({ relevant: false }),
    ([article]) => (article?.title.includes('mill') ? '{"articles":[]}' : undefined),
  );
  const { call, write } = await openApplied(file(), undefined, model.open);
  write(
    file({ watch: 'severity: warning, judge: { model: small, relevant: Acme, tokens_per_month: 1000000 }' }),
    'judged.yaml',
  );
  const asked = ['replay', '--against', 'judged.yaml', '--days', '3', '--json'] as const;
  const { out } = await call(...asked, '--judge', '--yes');
  const { judge, ...rest } = JSON.parse(out);
  expect(judge[0]).toMatchObject({
    judged: 2,
    lowered: [{}, {}],
    failure: expect.stringContaining('an entry for each'),
  });
  expect(rest).toEqual(JSON.parse((await call(...asked)).out));
});
