import { describe, expect, it } from 'vitest';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import { inboxLink } from '../../../../shared/domain/pages/signed-link.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { wholeStore } from '../../../store/memory-store.ts';
import { dyingTable } from '../../../store/dying-table.ts';
import { dies } from '../../../ports/dying.ts';
import { aChannel, aFinding, aReportPlan, aWatch, NOON } from '../../../ports/examples.ts';
import { workbench } from '../bench.ts';
import { LINKS, pagesOver } from './open-pages.ts';

const WATCH = aWatch({
  brand: 'acme',
  query: { q: 'Acme OR "Acme Corp"', sources: ['a.example'] },
  exclude: { domains: ['spam.example'], phrases: ['advertisement'] },
});
const CHANNEL = aChannel({ transports: { ses: { from: 'news@acme.example', to: ['boss@acme.example'] } } });
const DOMAINS = { mailDomains: ['acme.example'] };

async function open({
  watch = WATCH,
  edits = DOMAINS,
}: {
  watch?: Watch;
  edits?: Channel['editRules'];
} = {}) {
  const operators = { ...aChannel({ name: 'operators' }), ...(edits && { editRules: edits }) };
  const titles = ['Acme recalls pumps', 'A job ad of Acme', 'Acme wins'];
  const corpus = titles.map((title, n) => {
    const indexedAt = NOON - HOUR + n;
    return {
      finding: aFinding(n, { title, snippet: title, indexedAt, outlet: { domain: `${n}.a.example` } }),
    };
  });
  const bench = await workbench({ watches: [watch], channels: [CHANNEL, operators], corpus });
  await bench.store.reportPlans.putPlan(aReportPlan());
  const { get, post, ports } = pagesOver({ ...bench.store, clock: bench.clock });
  const path = `${new URL(inboxLink(NOON + 10 * HOUR, LINKS)).pathname}/watches/acme-news/edit`;
  const token = async () => /name="token" value="(\w+)"/.exec(await get(path))?.[1] ?? '';
  const asked: Watch[] = [];
  const fetchPage = bench.source.fetchPage.bind(bench.source);
  bench.source.fetchPage = (given, limits) => {
    asked.push(given.watch);
    return fetchPage(given, limits);
  };
  const send = async (fields: Record<string, string>, revision = '0') => {
    const more = { kind: 'watch', id: 'acme-news', token: await token(), revision };
    return post(path, new URLSearchParams({ ...more, ...fields }).toString());
  };
  return {
    ...bench,
    ports,
    path,
    get,
    send,
    save: (fields: Record<string, string>, revision = '0') => send({ ...fields, save: '' }, revision),
    undo: async (fields: Record<string, string>) => {
      const id = /name="undo" value="(\w+)"/.exec(await get(path))?.[1] ?? '';
      return send({ ...fields, undo: id });
    },
    /** The watch as the next run has it. */
    next: async () => {
      bench.clock.at += HOUR;
      await bench.run();
      return asked.at(-1);
    },
  };
}

const q = (watch: Watch | undefined) => watch?.query['q'];

describe('an edit holds on the next run, and is undone', () => {
  it.each<[string, Record<string, string>, (watch: Watch | undefined) => unknown, unknown, unknown]>([
    [
      'a name',
      { key: 'names', value: 'Acme Holding' },
      q,
      'Acme OR "Acme Corp" OR "Acme Holding"',
      WATCH.query['q'],
    ],
    ['a name less', { key: 'names', value: 'acme corp', remove: '' }, q, 'acme', WATCH.query['q']],
    [
      'a phrase',
      { key: 'phrases', value: 'job ad' },
      (one) => one?.exclude.phrases,
      ['advertisement', 'job ad'],
      ['advertisement'],
    ],
    [
      'an outlet',
      { key: 'outlets', value: 'b.example' },
      (one) => one?.exclude.domains,
      ['spam.example', 'b.example'],
      ['spam.example'],
    ],
    [
      'a source',
      { key: 'sources', value: 'b.example' },
      (one) => one?.query['sources'],
      ['a.example', 'b.example'],
      ['a.example'],
    ],
    [
      'another baseline, as it finds more',
      { key: 'outlets', value: 'spam.example', remove: '' },
      (one) => one?.version === 'v1',
      false,
      true,
    ],
  ])('%s', async (_what, fields, read, expected, before) => {
    const bench = await open();
    expect((await bench.save(fields)).status).toBe(303);
    expect(read(await bench.next())).toEqual(expected);
    await bench.undo(fields);
    expect(read(await bench.next())).toEqual(before);
    expect(await bench.get(bench.path)).toContain('ended by <bdi>an operator</bdi>');
  });

  it('a pause', async () => {
    const bench = await open();
    await bench.save({ key: 'enabled', value: 'false' });
    expect(await bench.collect()).toMatchObject({ status: 'skipped', error: { name: 'WatchDisabled' } });
    await bench.undo({});
    expect((await bench.collect()).status).toBe('done');
  });

  it('a threshold, within its bounds', async () => {
    const alert = {
      when: 'volume',
      channel: 'press-team',
      settings: { count: 50, within: 24 * HOUR, of: 'articles' },
    } as const;
    const bench = await open({ watch: { ...WATCH, alert } });
    expect((await bench.save({ key: 'alert.count', value: '0' })).body).toContain(
      'Write a whole number from 1',
    );
    await bench.save({ key: 'alert.count', value: '5' });
    expect((await bench.next())?.alert.settings).toMatchObject({ count: 5, of: 'articles' });
    await bench.undo({});
    expect((await bench.next())?.alert.settings).toEqual(alert.settings);
  });

  it.each([
    ['email', { email: ['press@acme.example', 'new@acme.example'] }],
    ['ses', { transports: { ses: { to: ['boss@acme.example', 'new@acme.example'] } } }],
  ])('a recipient by %s, of an allowed domain alone', async (key, expected) => {
    const bench = await open();
    const of = { kind: 'channel', id: 'press-team', key };
    expect((await bench.save({ ...of, value: 'new@other.example' })).body).toContain(
      'Write an address of acme.example.',
    );
    await bench.save({ ...of, value: 'new@acme.example' });
    expect(await bench.store.definitions.channel('press-team')).toMatchObject(expected);
    await bench.undo(of);
    expect(await bench.store.definitions.channel('press-team')).toEqual(CHANNEL);
  });

  it('a competitor', async () => {
    const bench = await open();
    const of = { kind: 'report', id: 'acme-weekly', key: 'competitors', value: 'Globex Motors' };
    const competitors = async () => (await bench.store.reportPlans.plan('acme-weekly'))?.brand.competitors;
    await bench.save(of);
    expect(await competitors()).toEqual([{ id: 'globex-motors', names: ['Globex Motors'] }]);
    await bench.undo(of);
    expect(await competitors()).toEqual([]);
  });
});

describe('before it is saved', () => {
  it('shows which alerts of the past 14 days would not have been, and changes nothing', async () => {
    const bench = await open();
    await bench.run();
    const { body } = await bench.send({ key: 'phrases', value: 'job ad' });
    expect(body).toContain('Of 3 alerts in the past 14 days, 1 would not have been sent:');
    expect(body).toContain('<li><bdi>A job ad of Acme</bdi></li>');
    expect((await bench.store.definitions.watch('acme-news'))?.exclude.phrases).toEqual(['advertisement']);
  });

  it('with edits: off shows the lines to copy, and saves nothing', async () => {
    const bench = await open({ edits: { off: true, mailDomains: [] } });
    const { body } = await bench.save({ key: 'phrases', value: 'job ad' });
    expect(body).toContain('<pre>watches:\n  acme-news:\n    exclude:\n      phrases: # add job ad</pre>');
    expect((await bench.store.definitions.watch('acme-news'))?.exclude.phrases).toEqual(['advertisement']);
  });
});

it('of two editors the second sees what the first has saved, and can save then', async () => {
  const bench = await open();
  await bench.save({ key: 'phrases', value: 'job ad' });
  const second = await bench.save({ key: 'phrases', value: 'coupon' });
  expect(second.body).toContain('Somebody else has edited this meanwhile.');
  await bench.save(
    { key: 'phrases', value: 'coupon' },
    /name="revision" value="(\d+)"/.exec(second.body)?.[1],
  );
  expect((await bench.next())?.exclude.phrases).toEqual(['advertisement', 'job ad', 'coupon']);
});

it.each([0, 1])(
  'a death after %i writes leaves the edit whole or undone, and the form can be sent again',
  async (dieAfter) => {
    const bench = await open();
    const token = /name="token" value="(\w+)"/.exec(await bench.get(bench.path))?.[1] ?? '';
    const fields = {
      kind: 'watch',
      id: 'acme-news',
      key: 'phrases',
      value: 'job ad',
      save: '',
      revision: '0',
      token,
    };
    const text = new URLSearchParams(fields).toString();
    const mortal = wholeStore(dyingTable(bench.store.table, { written: 0, dieAfter }));
    await dies(pagesOver({ ...mortal, clock: bench.clock }).post(bench.path, text));
    await pagesOver({ ...bench.store, clock: bench.clock }).post(bench.path, text);
    expect((await bench.store.definitions.watch('acme-news'))?.exclude.phrases).toEqual([
      'advertisement',
      'job ad',
    ]);
    expect((await bench.store.definitions.ofFile.watch.get('acme-news'))?.edits).toHaveLength(1);
  },
);

it('the same form twice is one edit', async () => {
  const bench = await open();
  const fields = { key: 'phrases', value: 'job ad' };
  await bench.save(fields);
  expect((await bench.save(fields)).status).toBe(303);
  expect((await bench.store.definitions.ofFile.watch.get('acme-news'))?.edits).toHaveLength(1);
});
