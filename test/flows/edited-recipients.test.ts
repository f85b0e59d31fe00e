import { expect, it } from 'vitest';
import { inboxLink } from '../../shared/domain/pages/signed-link.ts';
import { DAY, MINUTE } from '../../shared/domain/time/instant.ts';
import { applyWatches } from '../../shared/use-cases/apply/apply-watches.ts';
import { reconcile } from '../../shared/use-cases/reconcile/reconcile.ts';
import { aChannel, aWatch, NOON } from '../ports/examples.ts';
import { memoryReportSchedules, memorySchedules, memorySubscriptions } from '../ports/memory-services.ts';
import { workbench } from '../shared/use-cases/bench.ts';
import { LINKS, pagesOver } from '../shared/use-cases/pages/open-pages.ts';

// Who edits recipients on a page need not apply a file: the sweeps subscribe them.

const [PRESS, NEW] = ['press@acme.example', 'new@acme.example'];

async function open() {
  const bench = await workbench({ watches: [], channels: [] });
  const subscriptions = memorySubscriptions([NEW]);
  const schedules = { schedules: memorySchedules(), reportSchedules: memoryReportSchedules() };
  const ports = { ...bench.ports, ...schedules, subscriptions, plans: {}, executions: bench.ports.workflow };
  const call = (owner: string) => ({ owner, deadline: bench.clock.now() + 5 * MINUTE });
  const operators = {
    ...aChannel({ name: 'operators', email: [] }),
    editRules: { mailDomains: ['acme.example'] },
  };
  const desired = { watches: [aWatch()], channels: [aChannel({ email: [PRESS] }), operators] };
  await applyWatches(desired, ports, call('apply'));
  const { get, post } = pagesOver({ ...bench.store, clock: bench.clock });
  const page = `${new URL(inboxLink(NOON + 10 * DAY, LINKS)).pathname}/watches/acme-news/edit`;
  const send = async (fields: Record<string, string>) => {
    const token = /name="token" value="(\w+)"/.exec(await get(page))?.[1] ?? '';
    const of = { kind: 'channel', id: 'press-team', key: 'email', token };
    return (await post(page, new URLSearchParams({ ...of, ...fields }).toString())).status;
  };
  return {
    ...bench,
    subscriptions,
    save: (fields: Record<string, string>) => send({ ...fields, save: '' }),
    undo: async (nth: number) =>
      send({ undo: [...(await get(page)).matchAll(/name="undo" value="(\w+)"/g)].at(nth)?.[1] ?? '' }),
    sweep: async (after = 5 * MINUTE) => {
      bench.clock.at += after;
      await reconcile(ports, call(`sweep-${bench.clock.at}`));
      return [...subscriptions.all.values()].map(({ endpoint, channels }) => [endpoint, ...channels]);
    },
  };
}

it('recipients that are edited on a page are subscribed and ended by the next sweep, and the edit undone likewise', async () => {
  const { save, sweep, undo, subscriptions } = await open();
  expect(await sweep()).toEqual([[PRESS, 'press-team']]);
  expect(await save({ value: NEW, revision: '0' })).toBe(303);
  // The new one must confirm first.
  expect(await sweep()).toEqual([[PRESS, 'press-team'], [NEW]]);
  await subscriptions.confirm(NEW);
  expect(await save({ value: PRESS, remove: '', revision: '1' })).toBe(303);
  expect(await sweep()).toEqual([[NEW, 'press-team']]);
  await undo(1);
  await undo(0);
  expect(await sweep()).toEqual([[PRESS, 'press-team']]);
});
