import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileWatches } from '../../../../infra/watches-file/compile-watches.ts';
import {
  newEdit,
  fieldsOfChannel,
  fieldsOfReport,
  fieldsOfWatch,
  type EditChange,
  type Field,
} from '../../../../shared/domain/edits/edits.ts';
import type { EditedIn } from '../../../../shared/store/watches/definitions.ts';
import { memoryStack, NOW, openWorld } from '../open-world.ts';

const FILE = `# Whom to ask: Ann
plan: { calls_per_month: 100000 }
operators: { email: [oncall@acme.example] }   # day and night
edits: { mail_domains: [acme.example] }
exclude: { phrases: [for all] }
channels:
  press-team:
    email:
      - press@acme.example   # the office
      - old@acme.example     # left
brands:
  acme: { names: [Acme], competitors: { globex: [Globex] } }   # since 2020
watches:
  # The one that matters
  acme-news:
    kind: search
    query: { q: Acme }         # short
    brand: acme
    exclude:
      phrases: [job ad]        # readers asked for it
    alert:
      when: volume
      channel: press-team
      count: 20                # an hour
reports:
  weekly: { brand: acme, schedule: cron(0 8 ? * MON *), channel: press-team }
`;

const BY = { id: 'ann', name: 'Ann' };

async function open() {
  const memory = memoryStack();
  const world = openWorld({ stack: memory.stack });
  world.write(FILE);
  await world.call('apply');
  const { definitions, reportPlans } = memory.store;
  const put = async <T>(
    of: EditedIn<T>,
    id: string,
    fieldsOf: (one: T) => Field<T>[],
    changes: EditChange[],
  ) => {
    const edited = (await of.get(id))!;
    const edits = changes.map((change) => {
      const field = fieldsOf(edited.base).find(({ key }) => key === change.key)!;
      return newEdit(change, { of: id, field, by: BY, at: NOW });
    });
    await of.putEdits(id, [...edited.edits, ...edits], edited.revision);
  };
  return {
    ...memory,
    ...world,
    file: () => readFileSync(join(world.folder, 'watches.yaml'), 'utf8'),
    watch: (...changes: EditChange[]) => put(definitions.ofFile.watch, 'acme-news', fieldsOfWatch, changes),
    channel: (...changes: EditChange[]) =>
      put(definitions.ofFile.channel, 'press-team', fieldsOfChannel, changes),
    report: (...changes: EditChange[]) => put(reportPlans.ofFile, 'weekly', fieldsOfReport, changes),
  };
}

const PHRASE: EditChange = { key: 'phrases', act: 'add', value: 'coupon' };

it('every kind of edit is in plan, and pull writes it with all comments; then the file has it, and the edits end', async () => {
  const bench = await open();
  await bench.watch(
    PHRASE,
    { key: 'phrases', act: 'remove', value: 'job ad' },
    { key: 'outlets', act: 'add', value: 'spam.example' },
    { key: 'names', act: 'add', value: 'Acme Holding' },
    { key: 'enabled', act: 'set', value: false },
    { key: 'alert.count', act: 'set', value: 50 },
  );
  await bench.channel(
    { key: 'email', act: 'remove', value: 'old@acme.example' },
    { key: 'email', act: 'add', value: 'new@acme.example' },
  );
  await bench.report(
    { key: 'competitors', act: 'add', value: 'Initech' },
    { key: 'competitors', act: 'remove', value: 'Globex' },
  );
  const plan = await bench.call('plan');
  expect(plan.code).toBe(2);
  expect(plan.out).toMatch(/~ +acme-news +exclude\.phrases: \+ coupon +Ann, 2026-11-21 +above the file/);
  expect((await bench.call('pull')).out).toContain('Wrote 10 edits into watches.yaml');
  expect(bench.file()).toBe(
    FILE.replace('      - old@acme.example     # left\n', '      - new@acme.example\n')
      .replace('{ globex: [Globex] }', '{ initech: [Initech] }')
      .replace('q: Acme ', 'q: \'Acme OR "Acme Holding"\' ')
      .replace('[job ad] ', '[coupon] ')
      .replace('readers asked for it\n', 'readers asked for it\n      domains: [spam.example]\n')
      .replace('count: 20 ', 'count: 50 ')
      .replace('# an hour\n', '# an hour\n    enabled: false\n'),
  );
  const before = await bench.store.definitions.watch('acme-news');
  await bench.call('apply', '--yes');
  const { base, edits } = (await bench.store.definitions.ofFile.watch.get('acme-news'))!;
  expect(edits.map(({ undone }) => undone?.by.name)).toEqual(Array.from({ length: 6 }, () => 'watches.yaml'));
  const { version: _one, ...watch } = base;
  expect(before).toMatchObject(watch);
  expect((await bench.call('plan')).code).toBe(0);
});

it('pull names what it cannot write, as what is excluded for all watches', async () => {
  const bench = await open();
  await bench.watch({ key: 'phrases', act: 'remove', value: 'for all' });
  const { out } = await bench.call('pull');
  expect(out).toContain('Not written');
  expect(out).toContain('acme-news exclude.phrases: - for all');
  expect(bench.file()).toBe(FILE);
});

describe('where the file changes what was edited', () => {
  const openOverruled = async () => {
    const bench = await open();
    await bench.watch(PHRASE);
    bench.write(FILE.replace('[job ad]', '[advert]'));
    return bench;
  };
  const phrases = async ({ store }: Awaited<ReturnType<typeof open>>) =>
    (await store.definitions.watch('acme-news'))?.exclude.phrases;

  it('apply refuses', async () => {
    const bench = await openOverruled();
    const { code, err } = await bench.call('apply');
    expect([code, err]).toEqual([1, expect.stringContaining('acme-news exclude.phrases: + coupon (Ann)')]);
    expect(await phrases(bench)).toEqual(['for all', 'job ad', 'coupon']);
  });

  it.each([
    ['--keep-edits', ['for all', 'advert', 'coupon']],
    ['--drop-edits', ['for all', 'advert']],
  ])('and with %s decides once', async (option, expected) => {
    const bench = await openOverruled();
    expect((await bench.call('apply', option)).code).toBe(0);
    expect(await phrases(bench)).toEqual(expected);
    expect((await bench.call('apply')).code).toBe(0);
    expect(await phrases(bench)).toEqual(expected);
  });

  it('a deployment keeps it and reports it, also one that is made meanwhile', async () => {
    const bench = await openOverruled();
    const compiled = compileWatches(bench.file(), { file: 'watches.yaml', now: NOW });
    if (!compiled.ok) throw new Error('The file has problems.');
    const put = bench.store.definitions.putWatch;
    bench.store.definitions.putWatch = async (one) => {
      await bench.watch({ key: 'phrases', act: 'add', value: 'raffle' });
      return put(one);
    };
    const outcome = await bench.stack.apply(compiled.desired);
    expect(outcome.edits?.overruled).toEqual([
      'acme-news exclude.phrases: + coupon',
      'acme-news exclude.phrases: + raffle',
    ]);
    expect(await phrases(bench)).toEqual(['for all', 'advert', 'coupon', 'raffle']);
    expect((await bench.call('plan')).out).toContain('the file has changed this');
  });
});
