import { describe, expect, it } from 'vitest';
import { RefusedError, TransportError } from '../../../../shared/domain/lib/errors.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aftermath, aMonitorWatch, NOTHING, STACK, openUpstreamBench as bench } from '../upstream-bench.ts';

describe('a watch of mode monitor', () => {
  it('makes no call within the hour when nothing has changed', async () => {
    const one = await bench();
    await one.apply(aMonitorWatch());
    await one.pass(30 * MINUTE);
    const { steps, waiting, kept } = await one.sweep();
    expect({ steps, waiting, kept }).toEqual({ steps: [], waiting: [], kept: [] });
  });

  it('is edited, disabled, enabled and removed, and nothing of ours stays', async () => {
    const one = await bench();
    const watch = aMonitorWatch();
    await one.apply(watch);
    await one.pass(20 * MINUTE);
    const [before] = (await one.client.monitors.list()).monitors;
    await one.apply({ ...watch, schedule: 'cron(30 7 ? * MON-FRI *)', version: 'v1' });
    expect((await one.sweep()).steps).toEqual(['breaches: change-monitor']);
    const [changed] = (await one.client.monitors.list()).monitors;
    expect(changed?.raw).toMatchObject({ monitor_id: before?.monitor_id, schedule: '30 7 * * 1-5' });
    const limited = { ...watch, query: { ...watch.query, limit: 20 }, version: 'v1' };
    await one.apply({ ...limited, query: { ...watch.query, limit: 30 } });
    await one.pass(20 * MINUTE);
    await one.apply(limited);
    expect((await one.sweep()).steps).toEqual(['breaches: change-monitor']);
    expect((await one.client.monitors.list()).monitors).toMatchObject([{ raw: { limit: 20 } }]);
    await one.apply(watch);
    await one.pass(20 * MINUTE);
    await one.apply({ ...watch, disabled: true });
    await one.sweep();
    expect((await one.client.monitors.list()).monitors).toMatchObject([{ enabled: false }]);
    await one.sleep(2 * HOUR);
    expect((await one.client.monitors.list()).monitors).toMatchObject([{ enabled: false }]);
    await one.apply(watch);
    await one.sweep();
    expect((await one.client.monitors.list()).monitors).toMatchObject([{ enabled: true }]);
    await one.apply({ ...watch, query: { query: 'Data breaches at banks' }, version: 'v2' });
    await one.pass(20 * MINUTE);
    const { monitors } = await one.client.monitors.list();
    expect(monitors).toMatchObject([{ raw: { reference_job_query: 'Data breaches at banks' } }]);
    expect(await one.holds()).toEqual({ ...NOTHING, projects: 1, webhooks: 1, monitors: 1, jobs: 1 });
    await one.apply();
    await one.sweep();
    expect(await one.holds()).toEqual(NOTHING);
    expect(await one.store.resources.all()).toEqual([]);
  });

  it('stores nothing of a first job while it is disabled, and requests it again when it is enabled', async () => {
    const one = await bench();
    const watch = aMonitorWatch();
    await one.apply(watch);
    await one.sweep();
    expect((await one.sweep()).waiting).toEqual(['breaches: its first job is running']);
    await one.apply({ ...watch, disabled: true });
    await one.pass(HOUR);
    expect((await aftermath(one)).findings).toEqual([]);
    expect(await one.holds()).toMatchObject({ monitors: 0 });
    await one.apply(watch);
    await one.pass(30 * MINUTE);
    expect((await aftermath(one)).findings).not.toEqual([]);
    expect(await one.holds()).toMatchObject({ monitors: 1, jobs: 1 });
  });

  it('removes a first job whose answer was lost, once the watch is removed, and no job of another watch', async () => {
    const one = await bench();
    const jobs = { ...one.ports.jobs };
    const lost = new TransportError('The answer was lost.', { service: 'extraction', operation: 'POST' });
    let answers = 1;
    one.ports.jobs.submit = async (...given) => {
      const answer = await jobs.submit(...given);
      if ((answers -= 1) < 0) throw lost;
      return answer;
    };
    const other = aMonitorWatch({ id: 'others' });
    await one.apply(other);
    await one.pass(0);
    await one.apply(other, aMonitorWatch());
    await one.pass(0);
    expect((await one.holds()).jobs).toBe(2);
    await one.apply(other);
    await one.pass(20 * MINUTE);
    expect(await one.holds()).toEqual({ ...NOTHING, projects: 1, webhooks: 1, monitors: 1, jobs: 1 });
    await one.apply();
    await one.pass(5 * MINUTE);
    expect(await one.holds()).toEqual(NOTHING);
  });

  describe('where the service changes no schedule', () => {
    const later = (changes = {}) => aMonitorWatch({ schedule: 'cron(30 7 ? * MON-FRI *)', ...changes });
    const standing = async (watch = aMonitorWatch()) => {
      const one = await bench({ service: { settings: { fixedSchedules: true } } });
      await one.apply(watch);
      await one.pass(20 * MINUTE);
      const [before] = (await one.client.monitors.list()).monitors;
      return { one, before };
    };

    it('leaves the old one as it is, with an incident, where no other can be created', async () => {
      const { one, before } = await standing();
      one.ports.monitors.create = () =>
        Promise.reject(
          new RefusedError('No such time.', { service: 'extraction', operation: 'POST', refusal: 'request' }),
        );
      await one.apply(later());
      await one.sweep();
      expect((await one.client.monitors.list()).monitors).toEqual([before]);
      const held = await one.store.resources.monitor('breaches');
      expect(held).toMatchObject({ monitor: { id: before?.monitor_id }, error: 'No such time.' });
      expect(held).not.toHaveProperty('former.id');
      expect((await one.store.incidents.open()).map(({ kind }) => kind)).toEqual(['query']);
      await one.apply();
      await one.pass(2 * HOUR);
      expect(await one.holds()).toEqual(NOTHING);
    });
  });

  it('takes over what an earlier store has created, without duplicates', async () => {
    const first = await bench();
    await first.apply(aMonitorWatch({ firstRun: 'silent' }));
    await first.pass(20 * MINUTE);
    const [before] = (await first.client.monitors.list()).monitors;
    const second = await bench({ service: { clock: first.upstream.clock } });
    const adopted = { ...first, ports: { ...first.ports, ...second.store }, store: second.store };
    await second.store.definitions.putWatch(aMonitorWatch({ firstRun: 'silent' }));
    await first.sweep({ ...first.ports, ...second.store, workflow: second.workflow });
    const { monitors } = await first.client.monitors.list();
    expect(monitors.map(({ monitor_id }) => monitor_id)).toEqual([before?.monitor_id]);
    expect(await second.store.resources.monitor('breaches')).toMatchObject({
      silent: true,
      monitor: { enabled: true },
    });
    expect(await adopted.holds()).toEqual({ ...NOTHING, projects: 1, webhooks: 1, monitors: 1, jobs: 1 });
  });

  it('never changes what a person has made in the same account', async () => {
    const one = await bench();
    const { client } = one;
    const job = await one.upstream.finishedJob();
    const project = await client.projects.create({ name: STACK });
    const webhook = await client.webhooks.create({
      name: `${STACK} breaches x`,
      url: 'https://me.acme.example/x',
    });
    const monitor = await client.monitors.create({
      reference_job_id: job,
      schedule: 'every day at 9 AM',
      webhook_ids: [webhook.id],
      backfill: false,
    });
    await client.datasets.create({ name: `${STACK} suppliers`, entity_ids: [] });
    const personal = async () => ({
      project: (await client.projects.list()).projects.find(
        ({ project_id }) => project_id === project.project_id,
      ),
      webhook: await client.webhooks.read(webhook.id),
      monitor: (await client.monitors.list()).monitors.find(
        ({ monitor_id }) => monitor_id === monitor.monitor_id,
      ),
      job: await client.jobs.status(job),
      datasets: (await client.datasets.list()).datasets.map(({ raw }) =>
        Object.entries(raw as object).filter(([key]) => ['id', 'name', 'entity_count'].includes(key)),
      ),
    });
    const before = await personal();
    await one.apply(aMonitorWatch());
    await one.pass(30 * MINUTE);
    await one.apply();
    await one.sweep();
    expect(await personal()).toEqual(before);
    expect(await one.holds()).toEqual({
      projects: 1,
      webhooks: 1,
      monitors: 1,
      jobs: 1,
      datasets: 1,
      entities: 0,
    });
  });

  it('notifies once that a monitor was switched off, and does not switch it on', async () => {
    const one = await bench();
    await one.apply(aMonitorWatch());
    await one.pass(20 * MINUTE);
    const [monitor] = (await one.client.monitors.list()).monitors;
    await one.client.monitors.disable(monitor?.monitor_id ?? '');
    await one.sleep(HOUR);
    await one.sleep(HOUR);
    expect((await one.client.monitors.list()).monitors).toMatchObject([{ enabled: false }]);
    expect((await one.store.incidents.open()).map(({ subject }) => subject)).toEqual([
      'watch:breaches:monitor-off',
    ]);
    expect((await aftermath(one)).alerts.filter((type) => type === 'incident')).toHaveLength(1);
    await one.client.monitors.enable(monitor?.monitor_id ?? '', { backfill: false });
    await one.sleep(2 * HOUR);
    expect(await one.store.incidents.open()).toEqual([]);
  });

  it('requests a new job when the first one is too old for a backfill', async () => {
    const one = await bench({ service: { plan: { monitorSlots: 0 } } });
    await one.apply(aMonitorWatch());
    await one.pass(20 * MINUTE);
    expect((await one.store.incidents.open()).map(({ kind }) => kind)).toEqual(['plan']);
    const first = (await one.store.resources.monitor('breaches'))?.rounds;
    await one.upstream.clock.advance(7 * DAY);
    await one.pass(30 * MINUTE);
    expect(first).toBe(1);
    expect((await one.store.resources.monitor('breaches'))?.rounds).toBe(2);
    expect((await one.holds()).jobs).toBe(1);
  });
});
