import { describe, expect, it } from 'vitest';
import { notifiedBy } from '../../../../shared/domain/channels/message-plan.ts';
import { DAY, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { runWatch } from '../../../../shared/use-cases/collect/run-watch.ts';
import { pollExtraction, recordBrokenExecution } from '../../../../shared/use-cases/extraction/poll-job.ts';
import type { ForgetPorts, Subject } from '../../../../shared/use-cases/forget/read-traces.ts';
import { forgetSubject } from '../../../../shared/use-cases/forget/forget-subject.ts';
import { processWebhook } from '../../../../shared/use-cases/upstream/process-webhooks.ts';
import { aDoom, dies, type Doom, dying } from '../../../ports/dying.ts';
import {
  aChannel,
  aMessage,
  anAlert,
  aReportPlan,
  aStoryAlert,
  aWatch,
  NOON,
} from '../../../ports/examples.ts';
import { dump, fill, LATER, openForgetBench } from './forget-bench.ts';

/** Names that begin alike. */
const NEIGHBOURS = ['acme', 'acme-news-2', 'acme-new'];
const ALL = [...NEIGHBOURS, 'acme-news'];
const WATCH: Subject = { watches: ['acme-news'] };

async function open(watches: readonly string[] = ALL, brandOf?: (id: string) => string) {
  const bench = openForgetBench();
  const { store, bucket } = bench;
  const put = async (key: string) => bucket.set(key, '{}');
  await fill({ store, put }, { watches, ...(brandOf && { brandOf }) });
  return bench;
}

const contextOf = (ports: Pick<ForgetPorts, 'clock'>) => ({
  deadline: ports.clock.now() + 2 * MINUTE,
  since: NOON - 2 * DAY,
  progress: () => undefined,
});
const forget = (subject: Subject, ports: ForgetPorts) => forgetSubject(subject, ports, contextOf(ports));

/** A message of several says that it was shortened. */
const plain = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('MESSAGE#mixed '));
/** The totals of the brand are made again without what was forgotten. */
const isTotal = (line: string) => line.startsWith('ROLLUPS#acme#');

describe('a watch that is forgotten', () => {
  it('leaves what there would be without it', async () => {
    const bench = await open();
    const outcome = await forget(WATCH, bench.ports);
    expect(outcome).toEqual({
      status: 'forgotten',
      forgotten: {
        findings: 5,
        items: 16,
        stories: 1,
        alerts: 2,
        messages: 1,
        shortened: 1,
        extractions: 1,
        incidents: 2,
        silences: 2,
        reports: 0,
        objects: 2,
        days: 1,
      },
      keptDays: 0,
    });
    const without = plain(await dump(await open(NEIGHBOURS)));
    const left = plain(await dump(bench));
    expect(left).toEqual(without.filter((line) => !isTotal(line)));
    expect(left.filter((line) => /acme-news(?!-2)/.test(line))).toEqual([]);
  });

  it('leaves the others in what names several', async () => {
    const { ports, store } = await open();
    await forget(WATCH, ports);
    const { message, delivery } = (await store.messages.get('mixed'))!;
    expect(message.alertIds).toEqual(NEIGHBOURS.map((id) => `all-${id}`));
    expect(message.texts.email).toContain('News of acme-news-2');
    expect(JSON.stringify(message)).not.toMatch(/acme-news(?!-2)/);
    expect(message.texts.email).toContain('This text was shortened on 2026-11-21');
    expect(delivery.state).toBe('accepted');
    expect((await store.alerts.get('all-acme'))?.state).toEqual({ state: 'notified', messageId: 'mixed' });
    const story = (await store.stories.read(['shared-story'])).get('shared-story');
    expect(story?.watches).toEqual(['neighbour', ...NEIGHBOURS]);
    expect(story?.notices['press-team']?.watches).toEqual(story?.watches);
    expect((await store.silences.since(0)).find(({ id }) => id === 'of-all')?.matchers.watch).toEqual([
      ...NEIGHBOURS,
      'neighbour',
    ]);
  });

  it('is gone whenever the first try dies, and nothing else is', async () => {
    const expected = plain(await dump(await open(['acme']))).filter((line) => !isTotal(line));
    const attempt = async (doom: Doom) => {
      const bench = await open(['acme', 'acme-news']);
      await dies(forget(WATCH, mortal(bench.ports, doom)));
      const outcome = await forget(WATCH, bench.ports);
      expect(outcome.status).toBe('forgotten');
      expect({ doom, left: plain(await dump(bench)) }).toEqual({ doom, left: expected });
    };
    const unharmed = aDoom(Number.POSITIVE_INFINITY, 'after');
    await attempt(unharmed);
    for (const call of unharmed.changes) await attempt(aDoom(call, 'after'));
    const ways = unharmed.changes.length;
    expect(ways).toBeGreaterThan(15);
  });
});

/** Ports that die. An iterable cannot be awaited first, so the one method that gives one lives on. */
function mortal(ports: ForgetPorts, doom: Doom): ForgetPorts {
  const wrapped = dying({ ...ports }, doom);
  const removals = new Proxy(wrapped.removals, {
    get: (target, key) => Reflect.get(key === 'findingsOf' ? ports.removals : target, key),
  });
  return { ...wrapped, removals };
}

describe('a watch is not forgotten', () => {
  /** Why the watch is not forgotten. Nothing was changed. */
  const blockedBy = async (bench: Awaited<ReturnType<typeof open>>) => {
    const before = dump(bench);
    const outcome = await forget(WATCH, bench.ports);
    expect(dump(bench)).toEqual(before);
    return outcome.status === 'blocked' ? outcome.obstacle : outcome;
  };

  it('while the file names it', async () => {
    const bench = await open();
    await bench.store.definitions.putWatch(aWatch());
    expect(await blockedBy(bench)).toEqual({ by: 'file', watches: ['acme-news'], reports: [] });
  });

  it('while an apply is running, and it waits for its end', async () => {
    const bench = await open();
    const { ports, store, clock } = bench;
    await store.leases.take('apply-watches', { owner: 'apply', until: LATER + 15 * MINUTE }, LATER);
    expect(await blockedBy(bench)).toEqual({ by: 'apply' });
    expect(clock.slept.length).toBeGreaterThan(10);
    await store.leases.giveBack('apply-watches', { owner: 'apply', until: 0 });
    expect((await forget(WATCH, ports)).status).toBe('forgotten');
  });

  it('while a function that began before its removal may still write', async () => {
    const bench = await open();
    bench.clock.at = NOON + 5 * MINUTE;
    expect(await blockedBy(bench)).toEqual({
      by: 'recent',
      watchId: 'acme-news',
      until: NOON + 6 * MINUTE,
    });
    bench.clock.at = NOON + 6 * MINUTE;
    expect((await forget(WATCH, bench.ports)).status).toBe('forgotten');
  });

  it('while a run holds its lease', async () => {
    const { ports, store } = await open();
    const run = { watchId: 'acme-news', track: 'backfill' } as const;
    const state = await store.states.acquire(run, { owner: 'run', until: LATER + MINUTE }, LATER);
    expect(await forget(WATCH, ports)).toEqual({
      status: 'blocked',
      obstacle: { by: 'run', watchId: 'acme-news' },
    });
    expect(await store.states.save(state!, { set: { coveredUntil: LATER } })).toBe(true);
    expect((await store.findings.foundIn('acme-news', { from: 0, to: LATER })).length).toBe(5);
  });

  it('while the extraction service has objects of it', async () => {
    const bench = await open();
    await bench.store.resources.write({
      type: 'monitor',
      name: 'acme-news',
      revision: 0,
      failures: 0,
      silent: false,
      secrets: [],
      rounds: 0,
    });
    expect(await blockedBy(bench)).toEqual({ by: 'upstream', watches: ['acme-news'] });
  });

  it('while a message that names it is being sent', async () => {
    const { ports, store } = await open();
    await store.alerts.put(anAlert(1, { id: 'new' }), { dueAt: LATER });
    await store.messages.put(aMessage(1, { alertIds: ['new'] }));
    expect(await forget(WATCH, ports)).toEqual({
      status: 'blocked',
      obstacle: { by: 'delivery', channel: 'press-team' },
    });
    expect((await store.messages.get('message-1'))?.delivery.state).toBe('pending');
    const stored = (await store.messages.get('message-1'))!;
    await store.alerts.bind('press-team', stored.message);
    await store.messages.move(stored, { state: 'accepted', tries: 1, retryAt: LATER });
    expect((await forget(WATCH, ports)).status).toBe('forgotten');
    expect(await store.messages.get('message-1')).toBeUndefined();
  });

  it('while somebody sends on a channel where its alerts wait; they are not sent afterwards', async () => {
    const { ports, store } = await open();
    await store.alerts.put(anAlert(1, { id: 'waiting' }), { dueAt: LATER + DAY, heldFor: 'brief' });
    const lease = { owner: 'sender', until: LATER + MINUTE };
    await store.gate.enter('press-team', lease, LATER);
    expect((await forget(WATCH, ports)).status).toBe('blocked');
    expect((await store.alerts.get('waiting'))?.state.state).toBe('pending');
    await store.gate.leave('press-team', lease);
    expect((await forget(WATCH, ports)).status).toBe('forgotten');
    expect(await store.alerts.get('waiting')).toBeUndefined();
    expect(await store.gate.enter('press-team', lease, LATER)).toEqual([]);
  });
});

describe('orders that still wait when a watch is forgotten', () => {
  it('do nothing: a run, a webhook payload, a step of an extraction, and a broken execution', async () => {
    const bench = await open();
    const { ports, clock } = bench;
    await forget(WATCH, ports);
    const before = dump(bench);
    const watchId = 'acme-news';
    const context = { owner: 'one', deadline: clock.at + MINUTE };
    const run = { watchId, scheduledFor: LATER, track: 'live', continuation: 0 } as const;
    // Whatever else they would touch is missing here.
    const given = ports as never;
    expect(await runWatch(run, given, context)).toMatchObject({ status: 'skipped' });
    const payload = { watchId, key: `deliveries/${watchId}/2026-11-20/1`, receivedAt: NOON };
    expect(await processWebhook(payload, given, context)).toMatchObject({ status: 'skipped' });
    const step = await pollExtraction(`job-of-${watchId}`, { ...ports, jobs: {} } as never, context);
    expect(step).toMatchObject({ next: 'end' });
    const broken = { jobId: `job-of-${watchId}`, cause: 'a time-out' };
    expect(await recordBrokenExecution(broken, given)).toMatchObject({ next: 'end' });
    expect(dump(bench)).toEqual(before);
  });
});

describe('messages that failed', () => {
  it('of the watch alone are gone; those with others can be sent again without it', async () => {
    const { ports, store } = await open();
    for (const [id, alertIds] of [
      ['dead', ['alone-acme-news']],
      ['dead-mixed', ['alone-acme-news', 'alone-acme']],
    ] as const) {
      await store.messages.put(aMessage(1, { id, alertIds }));
      const stored = (await store.messages.get(id))!;
      await store.messages.move(stored, { state: 'dead', tries: 5, retryAt: NOON });
    }
    await forget(WATCH, ports);
    const dead = await store.messages.dead();
    expect(dead.map(({ message }) => [message.id, message.alertIds])).toEqual([
      ['dead-mixed', ['alone-acme']],
    ]);
    expect(dead[0]?.message.texts.email).toContain('News of acme');
  });
});

it('what a channel remembers of a story of the watch goes too', async () => {
  const { ports, store } = await open();
  const alert = aStoryAlert(1, {}, { id: 'remembered', channel: 'press-team' });
  await store.alerts.put(alert, { dueAt: NOON });
  const stories = notifiedBy({ texts: aMessage(1).texts }, [alert], aChannel());
  const other = [{ ...stories[0]!, alertIds: ['another'] }];
  for (const [messageId, held] of [
    ['message-1', stories],
    ['message-2', other],
  ] as const)
    await store.channelStories.note('press-team', { messageId, at: NOON, stories: held, until: LATER });
  await forget(WATCH, ports);
  expect((await store.channelStories.since('press-team', 0, 10)).map(({ messageId }) => messageId)).toEqual([
    'message-2',
  ]);
});

describe('a brand that is forgotten', () => {
  const BRAND: Subject = { watches: ['acme', 'acme-news'], brand: 'acme' };
  const brandOf = (id: string) => (BRAND.watches.includes(id) ? 'acme' : 'acme-2');

  it('goes with its watches, its reports and its totals, and leaves another one whose name begins so', async () => {
    const bench = await open(ALL, brandOf);
    const outcome = await forget(BRAND, bench.ports);
    expect(outcome).toMatchObject({
      status: 'forgotten',
      forgotten: { findings: 10, stories: 2, alerts: 5, messages: 3, shortened: 1, reports: 1, objects: 5 },
    });
    const others = ALL.filter((id) => !BRAND.watches.includes(id));
    expect(plain(await dump(bench))).toEqual(plain(await dump(await open(others, brandOf))));
  });

  it('is not, while a report of the file names it, also as a competitor', async () => {
    const { ports, store } = await open(ALL, brandOf);
    const brand = {
      id: 'globex',
      names: ['Globex'],
      exclude: [],
      competitors: [{ id: 'acme', names: ['A'] }],
    };
    await store.reportPlans.putPlan(aReportPlan({ id: 'globex-weekly', brand }));
    expect(await forget(BRAND, ports)).toEqual({
      status: 'blocked',
      obstacle: { by: 'file', watches: [], reports: ['globex-weekly'] },
    });
  });
});
