import { describe, expect, it } from 'vitest';
import { newMonitor } from '../../../../shared/domain/upstream/upstream-resource.ts';
import { FILE, memoryStack, openWorld } from '../open-world.ts';

const LISTS = 'watchlists:\n  suppliers: { companies: [{ name: Acme, domain: acme.example }] }\n';
const CUTS =
  '  cuts: { kind: extraction, mode: monitor, watchlist: suppliers, query: { query: Layoffs, source_groups: [newswires] }, alert: { channel: press-team } }\n';
const WITH = FILE.replace('watches:\n', `${LISTS}watches:\n${CUTS}`);

describe('a monitor on the command line', () => {
  it('is planned and applied with its watchlist, has no schedule, and applying it again changes nothing', async () => {
    const { stack, schedules } = memoryStack();
    const { call, write } = openWorld({ stack });
    write(WITH);
    const planned = await call('plan');
    expect(planned.out).toContain('watchlists\n  +  suppliers');
    const applied = await call('apply');
    expect(applied.out).toMatch(/\+ +watchlists +suppliers/);
    expect(schedules.schedules.has('cuts')).toBe(false);
    expect((await call('apply')).out).toContain('No changes in');
    expect(await call('plan')).toMatchObject({ code: 0 });
    write(WITH.replace('name: Acme,', 'name: Acme Corp,'));
    expect((await call('plan')).out).toContain('companies.acme.example.name: Acme -> Acme Corp');
  });

  it('is shown as creating until it exists', async () => {
    const { stack, store } = memoryStack();
    const { call, write } = openWorld({ stack });
    write(WITH);
    await call('apply');
    const { out } = await call('status');
    expect(out).toMatch(/cuts +creating/);
    expect(out).toContain('its watchlist suppliers is being prepared');
    await store.resources.write({ ...newMonitor('cuts'), failures: 2, error: 'No slot is free.' });
    expect((await call('status')).out).toContain('the last step at the service failed: No slot is free.');
  });

  it('is refused by plan with a source group that the service does not have', async () => {
    const { stack } = memoryStack();
    const { call, write } = openWorld({ stack });
    write(WITH.replace('[newswires]', '[newswire]'));
    const { code, err } = await call('plan');
    expect(code).toBe(1);
    expect(err).toMatch(/Unknown source group "newswire" of watch cuts \(watches\.yaml:\d+\)/);
    expect(err).toContain('newswires');
  });

  it('says why source groups were not checked', async () => {
    const { call, write } = openWorld();
    write(WITH);
    expect((await call('plan')).err).toContain('Source groups were not checked: no stack');
  });

  it('is removed by apply --empty, which prints what is left', async () => {
    const { stack, store } = memoryStack();
    const { call, write } = openWorld({ stack });
    write(WITH);
    await call('apply');
    expect((await call('apply', '--empty')).out).not.toContain('extraction service');
    const held = await store.resources.write({ ...newMonitor('cuts') });
    stack.reconcileUpstream = async () => ({
      steps: [],
      waiting: [],
      healed: [],
      kept: ['monitor m1 of cuts: The service is away.'],
    });
    const { out } = await call('apply', '--empty');
    expect(out).toContain('The extraction service still keeps:\n  monitor m1 of cuts: The service is away.');
    stack.reconcileUpstream = async () => {
      await store.resources.remove(held!);
      return { steps: [], waiting: [], healed: [], kept: [] };
    };
    expect((await call('apply', '--empty')).out).toContain(
      'The extraction service keeps no resources of this stack.',
    );
  });
});
