import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../shared/domain/time/instant.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { aDrill, NOON } from '../ports/examples.ts';
import { describeOnEachTable } from './each-table.ts';

describeOnEachTable('drills:', (table) => {
  const store = () => openStore(table());
  describe('drills', () => {
    it('are put once, and listed with the latest first', async () => {
      const { drills } = store();
      await drills.put(aDrill('drill00001'));
      await drills.put(aDrill('drill00001', { beganAt: NOON + HOUR }));
      await drills.put(aDrill('drill00002', { orderedAt: NOON + HOUR }));
      expect((await drills.read('drill00001'))?.drill).toEqual(aDrill('drill00001'));
      expect((await drills.latest(1)).map(({ id }) => id)).toEqual(['drill00002']);
      expect(await drills.read('drill00003')).toBeUndefined();
    });

    it('hold the last result of each way, and each confirmation once', async () => {
      const { drills } = store();
      const id = 'drill00004';
      await drills.put(aDrill(id));
      const failed = { channel: 'press-team', by: 'slack', state: 'failed', at: NOON, error: 'no' } as const;
      const accepted = { channel: 'press-team', by: 'slack', state: 'accepted', at: NOON + 1 } as const;
      for (const result of [failed, accepted]) await drills.note(id, result, NOON + DAY);
      const one = { channel: 'press-team', by: 'email', at: NOON + 2 };
      for (const confirmation of [one, one, { ...one, at: NOON + 3_000 }])
        await drills.confirm(id, confirmation, NOON + DAY);
      expect(await drills.read(id)).toEqual({
        drill: aDrill(id),
        results: [accepted],
        confirmations: [one, { ...one, at: NOON + 3_000 }],
      });
    });
  });
});
