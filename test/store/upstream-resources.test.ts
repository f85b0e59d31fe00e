import { describe, expect, it } from 'vitest';
import { newMonitor } from '../../shared/domain/upstream/upstream-resource.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { describeOnEachTable } from './each-table.ts';

describeOnEachTable('upstream resources:', (table) => {
  const opened = () => openStore(table());
  describe('records of upstream objects', () => {
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
  });
});
