import { expect, it } from 'vitest';
import { fieldsOfWatch, newEdit } from '../../../../shared/domain/edits/edits.ts';
import { MINUTE } from '../../../../shared/domain/time/instant.ts';
import { openStore } from '../../../../shared/store/open-store.ts';
import { applyWatches } from '../../../../shared/use-cases/apply/apply-watches.ts';
import { dies } from '../../../ports/dying.ts';
import { aChannel, aWatch, NOON } from '../../../ports/examples.ts';
import {
  heldClock,
  memoryReportSchedules,
  memorySchedules,
  memorySubscriptions,
} from '../../../ports/memory-services.ts';
import { dyingTable } from '../../../store/dying-table.ts';
import { memoryStore } from '../../../store/memory-store.ts';

const watch = aWatch({ exclude: { domains: [], phrases: ['job ad'] } });
const desired = {
  watches: [{ ...watch, exclude: { domains: [], phrases: ['advert'] } }],
  channels: [aChannel()],
};

it.each([
  ['kept', undefined, ['advert', 'coupon']],
  ['dropped', 'drop', ['advert']],
] as const)(
  'an edit that the file overrules is %s, whenever an apply dies',
  async (_what, edits, expected) => {
    for (let dieAfter = 0, lived = false; !lived; dieAfter += 1) {
      const store = memoryStore();
      const world = {
        clock: heldClock(NOON),
        schedules: memorySchedules(),
        reportSchedules: memoryReportSchedules(),
        subscriptions: memorySubscriptions(),
      };
      const apply = (ports: typeof store | ReturnType<typeof openStore>, owner: string) =>
        applyWatches(
          desired,
          { ...ports, ...world },
          { owner, deadline: world.clock.at + 5 * MINUTE, edits },
        );
      await store.definitions.putWatch(watch);
      const [, field] = fieldsOfWatch(watch);
      const change = { key: 'phrases', act: 'add', value: 'coupon' } as const;
      const edit = newEdit(change, {
        of: 'acme-news',
        field: field!,
        by: { id: 'ann', name: 'Ann' },
        at: NOON,
      });
      await store.definitions.ofFile.watch.putEdits('acme-news', [edit], 0);
      lived = !(await dies(apply(openStore(dyingTable(store.table, { written: 0, dieAfter })), 'one')));
      world.clock.at += MINUTE;
      await apply(store, 'two');
      expect((await store.definitions.watch('acme-news'))?.exclude.phrases).toEqual(expected);
    }
  },
);
