import { describe, expect, it } from 'vitest';
import { newMonitor, newProject, newWatchlist } from '../../shared/domain/upstream/upstream-resource.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { NOON } from '../ports/examples.ts';
import { describeOnEachTable } from './each-table.ts';

describeOnEachTable('upstream resources:', (table) => {
  const opened = () => openStore(table());
  describe('watchlists', () => {
    it('gives back what was put, whole, until it is removed', async () => {
      const { watchlists } = opened();
      const list = {
        name: 'suppliers',
        companies: [
          { key: 'acme', name: 'Acme', domain: 'acme.example', alternativeNames: ['ACME'], keyPersons: [] },
          {
            key: 'globex',
            name: 'Globex',
            description: 'Makes all',
            alternativeNames: [],
            keyPersons: ['Jo'],
          },
        ],
      };
      await watchlists.put(list);
      expect(await watchlists.all()).toEqual([list]);
      await watchlists.remove('suppliers');
      expect(await watchlists.all()).toEqual([]);
    });
  });

  describe('records of upstream objects', () => {
    it('keeps each kind whole', async () => {
      const { resources } = opened();
      const monitor = {
        ...newMonitor('acme-cuts'),
        question: 'q',
        webhook: { id: 'w1', name: 'stack acme-cuts q', url: 'https://acme.example/deliveries/acme-cuts' },
        secrets: ['digest'],
        reference: { extractionId: 'e1', jobId: 'j1' },
        monitor: {
          id: 'm1',
          referenceJobId: 'j1',
          webhookId: 'w1',
          schedule: 'every day at 6:00 AM',
          timezone: 'UTC',
          limit: 10,
          enabled: true,
        },
        offSince: NOON,
        healedAt: NOON,
        checkedAt: NOON,
        error: 'Refused.',
        retryAt: NOON,
      };
      const watchlist = {
        ...newWatchlist('suppliers'),
        dataset: 'd1',
        ready: true,
        members: {
          acme: { id: 'n1', hash: 'x', outside: true as const },
          globex: { id: 'n2', hash: 'y' },
        },
      };
      const project = { ...newProject('stack'), id: 'p1' };
      for (const one of [monitor, watchlist, project]) {
        expect(await resources.write(one)).toEqual({ ...one, revision: 1 });
      }
      expect(await resources.monitor('acme-cuts')).toEqual({ ...monitor, revision: 1 });
      expect(await resources.watchlist('suppliers')).toEqual({ ...watchlist, revision: 1 });
      expect((await resources.all()).map(({ type }) => type).toSorted()).toEqual([
        'monitor',
        'project',
        'watchlist',
      ]);
      for (const one of await resources.all()) await resources.remove(one);
      expect(await resources.all()).toEqual([]);
    });

    it('takes one of two writers that began with the same record, also with a new one', async () => {
      const { resources } = opened();
      const first = await resources.write(newMonitor('twice'));
      expect(await resources.write(newMonitor('twice'))).toBeUndefined();
      const second = await resources.write({ ...first!, rounds: 1, intent: undefined });
      expect(second).toMatchObject({ revision: 2, rounds: 1 });
      expect(await resources.write({ ...first!, rounds: 5 })).toBeUndefined();
      expect(await resources.monitor('twice')).toMatchObject({ rounds: 1 });
      expect((await resources.monitor('twice'))?.intent).toBeUndefined();
      await resources.remove(second!);
    });

    it('remembers which runs were taken, and a pull for good', async () => {
      const { collectedRuns } = opened();
      const run = (jobId: string, isPulled = false) => ({
        watchId: 'acme-cuts',
        jobId,
        takenAt: NOON,
        isPulled,
        expiresAt: NOON + 1_000,
      });
      await collectedRuns.note(run('j1'));
      await collectedRuns.note(run('j2', true));
      await collectedRuns.note(run('j2'));
      await collectedRuns.note({ ...run('j3'), watchId: 'other' });
      const found = await collectedRuns.of('acme-cuts', ['j1', 'j2', 'j3', 'j4']);
      expect(found.toSorted((a, b) => (a.jobId < b.jobId ? -1 : 1))).toEqual([run('j1'), run('j2', true)]);
      expect(await collectedRuns.of('acme-cuts', [])).toEqual([]);
    });
  });
});
