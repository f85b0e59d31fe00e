import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { UnstorableError } from '../../shared/domain/lib/errors.ts';
import { ABSENT, type Change, PRESENT, queryWork, type When } from '../../shared/store/table.ts';
import { describeOnEachTable, fresh } from './each-table.ts';

const anySchema = z.record(z.string(), z.unknown());

describeOnEachTable(
  'the table',
  (open) => {
    const key = () => ({ pk: fresh('p'), sk: 's' });
    const stored = async (of: { pk: string; sk: string }) => {
      const item = await open().get(of, anySchema);
      if (!item) return undefined;
      const { pk: _pk, sk: _sk, v, ...fields } = item;
      expect(v).toBe(1);
      return fields;
    };

    describe('an item', () => {
      it('comes back as it was put, whatever its values are, and without what was undefined', async () => {
        const of = key();
        const fields = {
          text: 'Zürich, 東京 😀',
          empty: '',
          numbers: [0, -0, 1.5, -2e-7, 1e15, Number.MAX_SAFE_INTEGER],
          isTrue: true,
          nothing: null,
          texts: new Set(['a', 'ü']),
          places: new Set([1, 2.5]),
          bytes: new Uint8Array([1, 2, 255]),
          noBytes: new Uint8Array([]),
          map: { inner: { list: [[], {}, undefined, 'x'] }, left: undefined },
          left: undefined,
        };
        await open().put({ ...of, ...fields });
        expect(await stored(of)).toStrictEqual({
          text: fields.text,
          empty: '',
          numbers: [0, 0, 1.5, -2e-7, 1e15, Number.MAX_SAFE_INTEGER],
          isTrue: true,
          nothing: null,
          texts: new Set(['a', 'ü']),
          places: new Set([1, 2.5]),
          bytes: new Uint8Array([1, 2, 255]),
          noBytes: new Uint8Array([]),
          map: { inner: { list: [[], {}, 'x'] } },
        });
      });

      it('is a copy: changing what was put or read changes nothing that is stored', async () => {
        const of = key();
        const list = [{ n: 1 }];
        await open().put({ ...of, list });
        list[0] = { n: 2 };
        const read = await open().get(of, z.object({ list: z.array(z.unknown()) }));
        read?.list.push('more');
        expect(await stored(of)).toEqual({ list: [{ n: 1 }] });
      });

      it('is replaced by the next, and is gone when it is removed', async () => {
        const of = key();
        await open().put({ ...of, a: 1 });
        await open().put({ ...of, b: 2 });
        expect(await stored(of)).toEqual({ b: 2 });
        await open().remove(of);
        await open().remove(of);
        expect(await stored(of)).toBeUndefined();
      });

      it.each([
        ['a number that is none', Number.NaN],
        ['an endless number', Infinity],
        ['a number that is not exact', Number.MAX_SAFE_INTEGER * 4],
        ['a number too near to 0', 1e-140],
        ['a number in a map', { list: [Number.NaN] }],
        ['an empty set', new Set()],
        ['an object of a class', new Date(0)],
        ['more than 400 KB', 'x'.repeat(410_000)],
      ])('refuses %s, and stores nothing', async (_, value) => {
        const of = key();
        await expect(open().put({ ...of, value })).rejects.toBeInstanceOf(UnstorableError);
        await expect(open().putIf({ ...of, value }, ABSENT)).rejects.toBeInstanceOf(UnstorableError);
        await expect(open().putMany([{ ...of, value }])).rejects.toBeInstanceOf(UnstorableError);
        await expect(open().change(of, { set: { value } })).rejects.toBeInstanceOf(UnstorableError);
        expect(await stored(of)).toBeUndefined();
      });

      it.each([
        ['an empty key', { pk: '' }],
        ['an empty sort key', { sk: '' }],
        ['a sort key of more than 1,024 bytes', { sk: 'x'.repeat(1_025) }],
        ['a key of more than 2,048 bytes', { pk: 'x'.repeat(2_049) }],
        ['an empty key of an index', { workPk: '', workSk: 's' }],
        ['an empty sort key of an index', { timePk: 'p', timeSk: '' }],
        ['a number as the key of an index', { timePk: 'p', timeSk: 1 }],
      ])('refuses %s', async (_, keys) => {
        await expect(open().put({ ...key(), ...keys })).rejects.toBeInstanceOf(UnstorableError);
      });

      it('may take 400 KB', async () => {
        const of = key();
        await open().put({ ...of, text: 'x'.repeat(409_000) });
        expect(await open().get(of, z.object({ text: z.string().length(409_000) }))).toBeDefined();
      });
    });

    describe('a condition', () => {
      const ITEM = {
        owner: 'a',
        until: 5,
        isOpen: true,
        sent: [1, 2, 3],
        inner: { state: 'open', tries: 0 },
        set: new Set(['x', 'y']),
      };
      const TRUE: readonly When[] = [
        {},
        PRESENT,
        { has: ['owner', 'inner.state'] },
        { is: { owner: 'a', until: 5, isOpen: true, gone: undefined, 'inner.state': 'open', 'sent.2': 3 } },
        { below: { until: 6, 'inner.tries': 1 } },
        { size: { sent: 3, set: 2, inner: 2, owner: 1 } },
        { anyOf: [{ is: { owner: 'b' } }, { below: { until: 6 } }] },
        { not: { is: { owner: 'b' } } },
        { not: { is: { gone: 'b' } } },
        { not: { anyOf: [ABSENT, { has: ['gone'] }] } },
        { anyOf: [{ anyOf: [PRESENT] }] },
        { exists: true, has: ['owner'], is: { until: 5 }, not: { has: ['gone'] } },
      ];
      const FALSE: readonly When[] = [
        ABSENT,
        { has: ['owner', 'gone'] },
        { is: { owner: 'b' } },
        { is: { owner: 'a', until: 6 } },
        { is: { until: '5' } },
        { is: { owner: undefined } },
        { is: { 'sent.3': 4 } },
        { is: { 'gone.state': 'open' } },
        { below: { until: 5 } },
        { below: { gone: 5 } },
        { below: { owner: 5 } },
        { size: { sent: 2 } },
        { size: { gone: 0 } },
        { anyOf: [{ is: { owner: 'b' } }, { below: { until: 5 } }] },
        { not: { is: { owner: 'a' } } },
        { not: { not: ABSENT } },
      ];

      const written = async (when: When): Promise<boolean> => {
        const of = key();
        const again = { ...of, ...ITEM };
        await open().put(again);
        // An empty condition is one that DynamoDB does not know.
        if (Object.keys(when).length === 0) return open().change(of, { set: { owner: 'new' } });
        const put = await open().putIf({ ...again, owner: 'new' }, when);
        expect((await stored(of))?.['owner']).toBe(put ? 'new' : 'a');
        await open().put(again);
        const changed = await open().change(of, { set: { owner: 'new' }, when });
        await open().put(again);
        const removed = await open().removeIf(of, when);
        expect(await stored(of)).toEqual(removed ? undefined : ITEM);
        expect([changed, removed]).toEqual([put, put]);
        return put;
      };

      it.each(TRUE.map((when) => [JSON.stringify(when), when] as const))('holds: %s', async (_, when) => {
        expect(await written(when)).toBe(true);
      });

      it.each(FALSE.map((when) => [JSON.stringify(when), when] as const))(
        'does not hold: %s',
        async (_, when) => {
          expect(await written(when)).toBe(false);
        },
      );

      it('of an item that does not exist holds only where it asks for nothing', async () => {
        const holds = async (when: When) => open().putIf(key(), when);
        for (const when of [ABSENT, { is: { a: undefined } }, { anyOf: [ABSENT, PRESENT] }, { not: PRESENT }])
          expect(await holds(when)).toBe(true);
        for (const when of [
          PRESENT,
          { has: ['a'] },
          { below: { a: 1 } },
          { size: { a: 0 } },
          { is: { a: 1 } },
        ])
          expect(await holds(when)).toBe(false);
      });

      it('lets one of two writers through that put the same item at a time', async () => {
        const of = key();
        const both = await Promise.all([1, 2].map((writer) => open().putIf({ ...of, writer }, ABSENT)));
        expect(new Set(both)).toEqual(new Set([false, true]));
      });
    });

    describe('a change', () => {
      const changed = async (item: object | undefined, change: Change) => {
        const of = key();
        if (item) await open().put({ ...of, ...item });
        const next = await open().update(of, change, anySchema);
        const fields = await stored(of);
        expect(next).toEqual(next && { ...of, v: 1, ...fields });
        return next && fields;
      };

      it('sets fields, removes those that are undefined, and leaves the others', async () => {
        expect(
          await changed({ a: 1, b: 2, c: 3 }, { set: { a: 'new', b: undefined, none: undefined } }),
        ).toEqual({
          a: 'new',
          c: 3,
        });
        expect(await changed({ inner: { a: 1, b: 2 } }, { set: { 'inner.a': 3 } })).toEqual({
          inner: { a: 3, b: 2 },
        });
      });

      it('adds numbers, of which a missing one counts as 0, and texts to sets', async () => {
        const change = {
          add: { fence: 1, zero: 0, 'inner.found': -2 },
          addTexts: { names: ['b', 'c'], none: [] },
        };
        expect(await changed({ inner: { found: 3 } }, change)).toEqual({
          fence: 1,
          zero: 0,
          inner: { found: 1 },
          names: new Set(['b', 'c']),
        });
        expect(await changed({ fence: 4, inner: {}, names: new Set(['a', 'b']) }, change)).toEqual({
          fence: 5,
          zero: 0,
          inner: { found: -2 },
          names: new Set(['a', 'b', 'c']),
        });
      });

      it('makes an item that does not exist, unless it asks for one', async () => {
        expect(await changed(undefined, { set: { a: 1 } })).toEqual({ a: 1 });
        expect(await changed(undefined, { set: { a: 1 }, when: PRESENT })).toBeUndefined();
        expect(
          await changed(undefined, { set: { a: 1 }, add: { n: 2 }, when: { is: { a: undefined } } }),
        ).toEqual({
          a: 1,
          n: 2,
        });
      });

      it('changes nothing when its condition fails', async () => {
        expect(await changed({ a: 1 }, { set: { a: 2 }, when: { is: { a: 2 } } })).toBeUndefined();
      });
    });

    describe('many items', () => {
      it('are put and read by their keys, of which one may be asked twice and one may not exist', async () => {
        const pk = fresh('p');
        const items = Array.from({ length: 130 }, (_, n) => ({ pk, sk: `s${n}`, n }));
        await open().putMany(items);
        await open().putMany([]);
        const keys = [...items, ...items.slice(0, 3), { pk, sk: 'none' }];
        const read = await open().getMany(keys, z.object({ n: z.number() }), { fields: ['n'] });
        expect(read.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual(items.map(({ n }) => n));
        expect(
          await open().getMany(keys, z.strictObject({ n: z.number() }), { fields: ['n'], lag: true }),
        ).toHaveLength(130);
        expect(await open().getMany([], anySchema)).toEqual([]);
      });

      it('are removed, whether they exist or not', async () => {
        const pk = fresh('p');
        await open().putMany([
          { pk, sk: 'a' },
          { pk, sk: 'b' },
        ]);
        await open().removeMany([
          { pk, sk: 'a' },
          { pk, sk: 'none' },
        ]);
        expect(await open().query({ partition: pk, fields: ['sk'] }, anySchema)).toEqual([{ sk: 'b' }]);
      });

      it('may not name a key twice', async () => {
        const of = key();
        await expect(
          open().putMany([
            { ...of, n: 1 },
            { ...of, n: 2 },
          ]),
        ).rejects.toThrow(/twice|duplicates/);
        await expect(open().removeMany([of, of])).rejects.toThrow(/twice|duplicates/);
      });
    });

    describe('a query', () => {
      const sortKeys = async (query: Parameters<ReturnType<typeof open>['query']>[0]) =>
        (await open().query(query, z.object({ sk: z.string() }))).map(({ sk }) => sk);

      it('reads a partition in the order of the bytes of its sort keys, a part of it, or from the end', async () => {
        const partition = fresh('p');
        const keys = ['A#1', 'A#2', 'A#20', 'B', 'a', '\ufb01', '😀'];
        await open().putMany(keys.toReversed().map((sk) => ({ pk: partition, sk })));
        await open().put({ pk: `${partition}0`, sk: 'A#1' });
        expect(await sortKeys({ partition })).toEqual(keys);
        expect(await sortKeys({ partition, newestFirst: true })).toEqual(keys.toReversed());
        expect(await sortKeys({ partition, prefix: 'A#2' })).toEqual(['A#2', 'A#20']);
        expect(await sortKeys({ partition, prefix: 'A#2', newestFirst: true })).toEqual(['A#20', 'A#2']);
        expect(await sortKeys({ partition, from: 'A#2' })).toEqual(keys.slice(1));
        expect(await sortKeys({ partition, upTo: 'A#2' })).toEqual(keys.slice(0, 2));
        expect(await sortKeys({ partition, from: 'A#11', upTo: 'b' })).toEqual(['A#2', 'A#20', 'B', 'a']);
        expect(await sortKeys({ partition, from: 'A#11', upTo: 'b', limit: 2 })).toEqual(['A#2', 'A#20']);
        expect(await sortKeys({ partition, from: 'A#11', upTo: 'b', limit: 2, newestFirst: true })).toEqual([
          'a',
          'B',
        ]);
        expect(await sortKeys({ partition, prefix: '' })).toEqual(keys);
        expect(await sortKeys({ partition: fresh('none') })).toEqual([]);
      });

      it('reads the fields that are named, also fields of fields', async () => {
        const partition = fresh('p');
        await open().put({ pk: partition, sk: 's', a: 1, inner: { b: 2, c: { d: 3, e: 4 } } });
        await open().put({ pk: partition, sk: 't' });
        const fields = ['a', 'inner.b', 'inner.c.d', 'none'];
        expect(await open().query({ partition, fields }, anySchema)).toEqual([
          { a: 1, inner: { b: 2, c: { d: 3 } } },
          {},
        ]);
      });

      it('gives pages of 1 MB, which go on where the last one ended', async () => {
        const partition = fresh('p');
        const text = 'x'.repeat(300_000);
        await open().putMany(Array.from({ length: 9 }, (_, n) => ({ pk: partition, sk: `s${n}`, text })));
        const sizes: number[] = [];
        const read: string[] = [];
        for await (const page of open().pages({ partition, fields: ['sk'] }, z.object({ sk: z.string() }))) {
          sizes.push(page.length);
          read.push(...page.map(({ sk }) => sk));
        }
        expect(read).toEqual(Array.from({ length: 9 }, (_, n) => `s${n}`));
        expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
        expect(await sortKeys({ partition, fields: ['sk'], limit: 6, newestFirst: true })).toEqual(
          read.toReversed().slice(0, 6),
        );
      });
    });

    describe('an index', () => {
      const SORT = z.object({ workSk: z.string() });

      it('holds the items that have both of its keys, and follows their changes', async () => {
        const [pk, workPk] = [fresh('p'), fresh('w')];
        const listed = async () =>
          (await open().query({ index: 'work', partition: workPk }, SORT)).map((one) => one.workSk);
        await open().putMany([
          { pk, sk: 'a', workPk, workSk: '2' },
          { pk, sk: 'b', workPk, workSk: '1' },
          { pk, sk: 'c', workPk },
          { pk, sk: 'd', workSk: '3' },
        ]);
        await expect.poll(listed).toEqual(['1', '2']);
        await open().change({ pk, sk: 'c' }, { set: { workSk: '3' } });
        await open().change({ pk, sk: 'a' }, { set: { workSk: '4' } });
        await open().change({ pk, sk: 'b' }, { set: { workPk: undefined, workSk: undefined } });
        await expect.poll(listed).toEqual(['3', '4']);
        await open().remove({ pk, sk: 'a' });
        await open().put({ pk, sk: 'c' });
        await expect.poll(listed).toEqual([]);
      });

      it('is read as the table is: a range, from the end, a limit, fields; items may share a key', async () => {
        const [pk, timePk] = [fresh('p'), fresh('t')];
        await open().putMany(
          Array.from({ length: 6 }, (_, n) => ({ pk, sk: `s${n}`, timePk, timeSk: `t${Math.floor(n / 2)}` })),
        );
        const query = { index: 'time', partition: timePk } as const;
        const schema = z.strictObject({ timeSk: z.string() });
        const read = async (how: object) =>
          (await open().query({ ...query, fields: ['timeSk'], ...how }, schema)).map(({ timeSk }) => timeSk);
        await expect.poll(() => read({})).toEqual(['t0', 't0', 't1', 't1', 't2', 't2']);
        expect(await read({ from: 't1' })).toEqual(['t1', 't1', 't2', 't2']);
        expect(await read({ upTo: 't1', newestFirst: true, limit: 3 })).toEqual(['t1', 't1', 't0']);
        expect(await read({ prefix: 't2' })).toEqual(['t2', 't2']);
        expect(await read({ limit: 1 })).toEqual(['t0']);
      });

      it('of work leaves out items of another kind', async () => {
        const [pk, workPk] = [fresh('p'), fresh('w')];
        await open().putMany([
          { pk, sk: 'a', workPk, workSk: '1', n: 1 },
          { pk, sk: 'b', workPk, workSk: '2', n: 'text' },
        ]);
        const read = () => queryWork(open(), { partition: workPk }, z.object({ n: z.number() }));
        await expect.poll(read).toEqual([{ n: 1 }]);
      });
    });

    it('throws for a stored item that does not fit the schema', async () => {
      const of = key();
      await open().put({ ...of, n: 'text' });
      await expect(open().get(of, z.object({ n: z.number() }))).rejects.toThrow(z.ZodError);
    });
  },
  { embedded: true },
);
