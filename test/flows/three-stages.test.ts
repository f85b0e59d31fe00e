import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../shared/domain/findings/finding.ts';
import { dayOf, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { runWatch } from '../../shared/use-cases/collect/run-watch.ts';
import { decideSpace } from '../../shared/use-cases/decide/decide-space.ts';
import { deliverAlerts } from '../../shared/use-cases/deliver/deliver-alerts.ts';
import { orderWaiting } from '../../shared/use-cases/reconcile/reconcile.ts';
import { fullForm } from '../full-form.ts';
import { Death } from '../ports/dying.ts';
import { aChannel, aFinding, aWatch, NOON } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';
import { dyingTable, type Mortal, whileAlive } from '../store/dying-table.ts';

// Collect, decide and deliver, while processes die after each written item, each order and each message. Whoever comes
// next goes on: together they leave what unharmed processes leave, and send nothing twice.

type Bench = Awaited<ReturnType<typeof workbench>>;

const WIRE = {
  title: 'Acme closes its plant in Leipzig',
  snippet: 'The plant in Leipzig closes in May. '.repeat(20),
};
const outlet = (n: number) => ({
  domain: `outlet-${n}.example`,
  country: ['US', 'FR'][n % 2] ?? 'US',
  rank: 9_000,
});

/**
 * Copies of one report, a group of the service, an excluded one, and reports of their own: before noon, and an hour
 * later, when two outlets report what is new in the first one.
 */
const CORPUS = [
  ...Array.from({ length: 3 }, (_, n) =>
    aFinding(n, { ...WIRE, outlet: outlet(n), indexedAt: NOON - 9 * MINUTE }),
  ),
  aFinding(3, { title: 'Globex hires 40 painters in Ghent', indexedAt: NOON - 8 * MINUTE }),
  aFinding(4, { title: 'A group', duplicateGroup: 'g', indexedAt: NOON - 8 * MINUTE }),
  aFinding(5, { title: 'Of another name', duplicateGroup: 'g', indexedAt: NOON - 7 * MINUTE }),
  aFinding(6, { title: 'Acme comics', excludedBy: 'comics', indexedAt: NOON - 7 * MINUTE }),
  ...Array.from({ length: 3 }, (_, n) =>
    aFinding(n + 10, { ...WIRE, outlet: outlet(n + 10), indexedAt: NOON + HOUR + n * MINUTE }),
  ),
  aFinding(20, { title: 'Initech opens a bakery in Porto', indexedAt: NOON + HOUR + 4 * MINUTE }),
  ...[
    'Acme plant in Leipzig: chairman Weber resigns',
    'Chairman Weber resigns over Acme plant in Leipzig',
  ].map((title, n) =>
    aFinding(n + 30, { title, outlet: outlet(n + 30), indexedAt: NOON + HOUR + 5 * MINUTE }),
  ),
];

const STORY = { when: 'story', channel: 'press-team' } as const;

const CASES: Record<string, { watches: Watch[]; counting?: true }> = {
  'each finding': { watches: [aWatch({ alert: { when: 'finding', channel: 'press-team' } })] },
  'each story, which climbs': {
    watches: [aWatch({ severity: 'info', alert: STORY, raise: [{ to: 'critical', outlets: 5 }] })],
  },
  'a silent first run': { watches: [aWatch({ firstRun: 'silent', alert: STORY })] },
  'a critical watch': { watches: [aWatch({ severity: 'critical', alert: STORY })] },
  'first values': {
    watches: [aWatch({ alert: { when: 'first_seen', channel: 'press-team', settings: { of: 'outlet' } } })],
  },
  'two watches of a brand, one more severe': {
    watches: [
      aWatch({ id: 'one', brand: 'acme', severity: 'info', alert: STORY }),
      aWatch({ id: 'two', brand: 'acme', severity: 'critical', alert: STORY }),
    ],
  },
  'hours that are counted': {
    watches: [
      aWatch({
        alert: { when: 'volume', channel: 'press-team', settings: { count: 3, within: HOUR, of: 'stories' } },
      }),
    ],
  },
};

function open(watches: readonly Watch[]): Promise<Bench> {
  return workbench({
    watches,
    corpus: CORPUS.map((finding) => ({ finding })),
    channels: [aChannel(), aChannel({ name: 'operators', email: ['ops@acme.example'] })],
    pageSize: 4,
  });
}

/** The ports of a process that dies. */
function mortalPorts(bench: Bench, mortal: Mortal, how: { backwards?: boolean }) {
  const { queue, decideQueue, topic } = bench.ports;
  return {
    ...bench.ports,
    ...openStore(dyingTable(bench.store.table, mortal, how)),
    queue: {
      ...queue,
      send: (...given: Parameters<typeof queue.send>) => whileAlive(mortal, () => queue.send(...given)),
    },
    decideQueue: {
      ...decideQueue,
      send: (...given: Parameters<typeof decideQueue.send>) =>
        whileAlive(mortal, () => decideQueue.send(...given)),
    },
    topic: {
      ...topic,
      publish: (...given: Parameters<typeof topic.publish>) =>
        whileAlive(mortal, () => topic.publish(...given)),
    },
  };
}

/**
 * A slot of the watches: each runs, then what was ordered is decided, then what is due is delivered. What a death
 * interrupts comes again after the lease has ended, by the queue or by the sweep.
 */
async function slot(bench: Bench, watches: readonly Watch[], mortal: Mortal, how: { backwards?: boolean }) {
  const ports = mortalPorts(bench, mortal, how);
  const survive = async (work: (ports: Bench['ports']) => Promise<unknown>): Promise<void> => {
    try {
      await work(ports);
    } catch (error) {
      if (!(error instanceof Death)) throw error;
      mortal.dieAfter = Number.POSITIVE_INFINITY;
      bench.clock.at += 6 * MINUTE;
      await work(ports);
    }
  };
  let calls = 0;
  const call = () => ({
    owner: `call-${(calls += 1)} of ${bench.clock.at}`,
    deadline: bench.clock.now() + 5 * MINUTE,
  });
  const at = bench.clock.now();
  for (const { id } of watches)
    await survive((given) => runWatch(bench.order({ watchId: id, scheduledFor: at }), given, call()));
  for (let rounds = 0; rounds < 6; rounds += 1) {
    const { waiting } = bench.ports.decideQueue;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      bench.clock.at += next.delay;
      const { order } = next;
      await survive((given) => decideSpace(order, given, call()));
    }
    bench.clock.at += 2 * MINUTE;
    await survive((given) => orderWaiting(given));
  }
  for (let rounds = 0; rounds < 4; rounds += 1) {
    await survive((given) => deliverAlerts('all', given, call()));
    bench.clock.at += 2 * MINUTE;
  }
}

/**
 * What there is in the end, without times, and without the ids that are made of them. A death splits what was found
 * into other parts, so another article may lead its story, or bring a value first.
 */
async function aftermath(bench: Bench, watches: readonly Watch[]) {
  const found = await Promise.all(
    watches.map(({ id }) => bench.store.findings.foundIn(id, { from: NOON - HOUR, to: NOON + 9 * HOUR })),
  );
  const all = found.flat();
  const alerts = await bench.store.alerts.madeOn(dayOf(NOON), 1_000);
  const stories = await bench.store.stories.read(all.flatMap(({ story }) => story ?? []));
  const membersOf = (id: string | undefined) =>
    (stories.get(id ?? '')?.articles ?? []).map(({ fingerprint }) => fingerprint).toSorted();
  return {
    findings: all
      .map(({ watchId, finding, verdict }) => `${watchId} ${finding.fingerprint} ${kindOf(verdict)}`)
      .toSorted(),
    alerts: alerts
      .map(({ alert: { occasion, severity, raised, development, items, story }, state }) => {
        const about =
          'text' in occasion
            ? occasion.text
            : occasion.type === 'story'
              ? membersOf(story?.id)
              : items[0]?.link;
        return JSON.stringify([
          occasion.type,
          about,
          severity,
          raised?.from,
          development?.fresh,
          state.state,
        ]);
      })
      .toSorted(),
    stories: [...stories.values()]
      .map(({ id, watches: by, notices }) => {
        const told = Object.entries(notices).map(([key, { severity, alerts: ids }]) => [
          key,
          severity,
          ids.length,
        ]);
        return JSON.stringify([membersOf(id), [...by].toSorted(), told]);
      })
      .toSorted(),
    sent: new Set(bench.topic.published.flatMap(({ alertIds }) => alertIds)).size,
  };
}

function kindOf(verdict: Verdict | undefined): string {
  if (!verdict) return 'waits';
  if ('notified' in verdict) return 'known';
  return ['same-story', 'seen-before', 'unconfirmed'].includes(verdict.silent) ? 'known' : verdict.silent;
}

async function live(watches: readonly Watch[], mortal: Mortal, how: { backwards?: boolean } = {}) {
  const bench = await open(watches);
  await slot(bench, watches, mortal, how);
  bench.clock.at = NOON + 2 * HOUR;
  await slot(bench, watches, mortal, how);
  return bench;
}

describe.each(Object.entries(CASES))('%s', (_name, { watches }) => {
  it('is found, decided and sent once, after whichever item a process dies', async () => {
    const unharmed: Mortal = { written: 0, dieAfter: Number.POSITIVE_INFINITY };
    const expected = await aftermath(await live(watches, unharmed), watches);
    expect(expected.alerts.length).toBeGreaterThan(0);
    const step = fullForm(11, 1);
    for (let dieAfter = 0; dieAfter < unharmed.written; dieAfter += step) {
      const how = { backwards: dieAfter % 2 === 1 };
      const bench = await live(watches, { written: 0, dieAfter }, how);
      expect({ dieAfter, ...(await aftermath(bench, watches)) }).toEqual({ dieAfter, ...expected });
      const ids = bench.topic.published.map(({ id }) => id);
      expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(1);
    }
  });
});
