import { isDeepStrictEqual } from 'node:util';
import { keepsFailures, type Message } from '../../shared/domain/alerts/message.ts';
import type { DecideOrder } from '../../shared/domain/alerts/decision.ts';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import type { Service } from '../../shared/domain/lib/errors.ts';
import { contains, type Instant, MINUTE } from '../../shared/domain/time/instant.ts';
import type { RunOrder } from '../../shared/domain/watches/watch.ts';
import type { Clock } from '../../shared/use-cases/ports/clock.ts';
import type {
  DecideQueue,
  Filter,
  RawStore,
  ReportFiles,
  ReportSchedule,
  ReportSchedules,
  RunQueue,
  Schedules,
  StoredObjects,
  Subscription,
  Subscriptions,
  Topic,
  WatchSchedule,
  WebhookOrder,
  WebhookQueue,
} from '../../shared/use-cases/ports/ports.ts';
import type { Source, WebhookPayloads } from '../../shared/use-cases/ports/services.ts';
import { pageOf } from './found-pages.ts';

/** A clock that a test moves; waits move it too, and are kept. */
export function heldClock(start: Instant): Clock & { at: Instant; slept: number[] } {
  const clock = {
    at: start,
    slept: [] as number[],
    now: () => clock.at,
    sleep: async (milliseconds: number) => {
      clock.slept.push(milliseconds);
      clock.at += milliseconds;
    },
  };
  return clock;
}

/** An item of the corpus; it can be found from `visibleAt` on. */
export interface Publication {
  finding: Finding;
  visibleAt?: Instant;
}

/** A service over a list of publications, with the page size and the cap of the real one unless told otherwise. */
export function memorySource(
  corpus: readonly Publication[],
  clock: Clock,
  { pageSize = 1_000, cap = 10_000 } = {},
): Source & { calls: number; fail: (() => Error | undefined) | undefined } {
  const inWindow = (window: { from: Instant; to: Instant }) =>
    corpus
      .filter(
        ({ finding, visibleAt = finding.indexedAt }) =>
          contains(window, finding.indexedAt) && visibleAt <= clock.now(),
      )
      .map(({ finding }) => structuredClone(finding));
  const source = {
    calls: 0,
    fail: undefined as (() => Error | undefined) | undefined,
    fetchPage: async ({ window, page }: Parameters<Source['fetchPage']>[0]) => {
      source.calls += 1;
      const error = source.fail?.();
      if (error) throw error;
      const all = inWindow(window);
      const reachable = all.slice(0, cap);
      return pageOf(reachable.slice((page - 1) * pageSize, page * pageSize), {
        hits: reachable.length,
        pages: Math.ceil(reachable.length / pageSize),
        capped: all.length >= cap,
        correlationId: `request-${source.calls}`,
      });
    },
    count: async ({ window }: Parameters<Source['count']>[0]) => {
      source.calls += 1;
      const error = source.fail?.();
      if (error) throw error;
      return { hits: Math.min(inWindow(window).length, cap), calls: 1 };
    },
  };
  return source;
}

/** A queue that keeps what was sent, with its delay; it takes what SQS takes. */
export function memoryQueue(services: readonly Service[] = ['news', 'events', 'extraction']): RunQueue & {
  sent: { service: Service; order: RunOrder; delay: number }[];
} {
  const sent: { service: Service; order: RunOrder; delay: number }[] = [];
  return {
    sent,
    send: async (service, order, delay = 0) => {
      if (!services.includes(service))
        throw new Error(`This stack has no runs queue for the ${service} service.`);
      if (delay > 15 * MINUTE) throw new Error('InvalidParameterValue: DelaySeconds');
      sent.push({ service, order: structuredClone(order), delay });
    },
  };
}

/** A queue of orders to decide, which keeps what waits. */
export function memoryDecideQueue(): DecideQueue & { waiting: { order: DecideOrder; delay: number }[] } {
  const waiting: { order: DecideOrder; delay: number }[] = [];
  return {
    waiting,
    send: async (order, delay = 0) => {
      if (delay > 15 * MINUTE) throw new Error('InvalidParameterValue: DelaySeconds');
      waiting.push({ order: structuredClone(order), delay });
    },
  };
}

/** A topic that keeps what was published, and fails when a test says so: before the message is out, or after. */
export function memoryTopic(): Topic & {
  published: Message[];
  fail: ((message: Message) => { error: Error; sent: boolean } | undefined) | undefined;
} {
  const topic = {
    published: [] as Message[],
    fail: undefined as ((message: Message) => { error: Error; sent: boolean } | undefined) | undefined,
    publish: async (message: Message) => {
      const failure = topic.fail?.(message);
      if (!failure || failure.sent) topic.published.push(structuredClone(message));
      if (failure) throw failure.error;
      return `sns-${topic.published.length}`;
    },
  };
  return topic;
}

export function memoryRaw(): RawStore & { objects: Map<string, string> } {
  const objects = new Map<string, string>();
  return { objects, put: async (key, body) => void objects.set(key, body) };
}

export function memorySchedules(): Schedules & { schedules: Map<string, WatchSchedule>; writes: number } {
  const schedules = new Map<string, WatchSchedule>();
  const twin = {
    schedules,
    writes: 0,
    list: async () => [...schedules.values()],
    put: async (schedule: WatchSchedule, existing: boolean) => {
      const { watchId } = schedule;
      if (existing && !schedules.has(watchId)) throw new Error(`Schedule ${watchId} does not exist.`);
      if (!existing && schedules.has(watchId)) throw new Error(`Schedule ${watchId} already exists.`);
      schedules.set(watchId, schedule);
      twin.writes += 1;
    },
    remove: async (watchId: string) => void schedules.delete(watchId),
  };
  return twin;
}

/**
 * Subscriptions that are confirmed at once unless the test names the endpoint as pending. As SNS does, it takes the
 * same one again and refuses another filter for it.
 */
export function memorySubscriptions(pending: readonly string[] = []): Subscriptions & {
  all: Map<string, Subscription>;
  writes: number;
  /** Somebody opens the link of a pending one. Does nothing where there is none. */
  confirm: (endpoint: string) => Promise<void>;
} {
  const all = new Map<string, Subscription>();
  const asked = new Map<string, Subscription>();
  const twin = {
    all,
    writes: 0,
    confirm: async (endpoint: string) => {
      const wanted = asked.get(endpoint);
      const isPending = all.has(endpoint) && all.get(endpoint)?.arn === undefined;
      const kept = wanted && keepsFailures(wanted.protocol) ? ({ keepsFailures: true } as const) : {};
      if (wanted && isPending)
        all.set(endpoint, { ...wanted, arn: `arn:aws:sns:topic:${endpoint}`, ...kept });
    },
    list: async (of?: readonly Pick<Subscription, 'protocol' | 'endpoint'>[]) =>
      [...all.values()].filter(
        (one) => !of || of.some((a) => a.protocol === one.protocol && a.endpoint === one.endpoint),
      ),
    addresses: async () =>
      [...all.values()].map(({ protocol, endpoint, arn }) => ({
        protocol,
        endpoint,
        isConfirmed: arn !== undefined,
      })),
    subscribe: async (wanted: Subscription) => {
      const { protocol, endpoint } = wanted;
      const arn = `arn:aws:sns:eu-west-1:000000000000:topic:${endpoint}`;
      const before = all.get(endpoint);
      if (
        before?.arn !== undefined &&
        !isDeepStrictEqual([before.channels, before.severities], [wanted.channels, wanted.severities])
      ) {
        throw new Error('Subscription already exists with different attributes');
      }
      asked.set(endpoint, wanted);
      all.set(
        endpoint,
        pending.includes(endpoint)
          ? { protocol, endpoint, channels: [] }
          : { ...wanted, arn, ...(keepsFailures(protocol) && { keepsFailures: true }) },
      );
      twin.writes += 1;
      return pending.includes(endpoint) ? undefined : arn;
    },
    refilter: async (
      { severities: _before, ...existing }: Subscription,
      { channels, severities }: Filter,
    ) => {
      all.set(existing.endpoint, { ...existing, channels, ...(severities && { severities }) });
      twin.writes += 1;
    },
    keepFailures: async (existing: Subscription) => {
      all.set(existing.endpoint, { ...existing, keepsFailures: true });
      twin.writes += 1;
    },
    unsubscribe: async ({ endpoint, arn }: Subscription) => {
      if (arn === undefined)
        throw new Error('Cannot unsubscribe a subscription that is pending confirmation');
      all.delete(endpoint);
      twin.writes += 1;
    },
  };
  return twin;
}

/** Webhook payloads in memory. */
export function memoryBodies(): WebhookPayloads & { objects: Map<string, Uint8Array> } {
  const objects = new Map<string, Uint8Array>();
  return {
    objects,
    put: async (key, body) => void objects.set(key, body),
    read: async (key) => objects.get(key),
  };
}

/** The queue of webhook payloads, to be looked into. */
export function memoryWebhookQueue(): WebhookQueue & { orders: WebhookOrder[] } {
  const orders: WebhookOrder[] = [];
  return { orders, send: async (order) => void orders.push(order) };
}

/** Schedules of reports in memory, as strict as the scheduler about what exists. */
export function memoryReportSchedules(): ReportSchedules & { schedules: Map<string, ReportSchedule> } {
  const schedules = new Map<string, ReportSchedule>();
  return {
    schedules,
    list: async () => [...schedules.values()],
    put: async (schedule, existing) => {
      if (existing !== schedules.has(schedule.reportId))
        throw new Error(`Schedule ${schedule.reportId} ${existing ? 'does not exist' : 'already exists'}.`);
      schedules.set(schedule.reportId, schedule);
    },
    remove: async (reportId) => void schedules.delete(reportId),
  };
}

/** Files in memory, to be looked into. */
export function memoryReportFiles(): ReportFiles & { files: Map<string, { body: string; type: string }> } {
  // Bytes are kept as Base64.
  const files = new Map<string, { body: string; type: string }>();
  return {
    files,
    put: async (key, { body, type }) =>
      void files.set(key, {
        body: typeof body === 'string' ? body : Buffer.from(body).toString('base64'),
        type,
      }),
    get: async (key) => files.get(key)?.body,
  };
}

/** The objects of a bucket, each a map by key, and what stands before its keys in the bucket. */
export function memoryObjects(
  ...parts: readonly { objects: Map<string, unknown>; below?: string }[]
): StoredObjects {
  const keysBelow = (folder: string) =>
    parts.flatMap(({ objects, below = '' }) =>
      [...objects.keys()]
        .filter((key) => `${below}${key}`.startsWith(folder))
        .map((key) => ({ objects, key })),
    );
  return {
    count: async (folder) => keysBelow(folder).length,
    remove: async (folder) => {
      const found = keysBelow(folder);
      for (const { objects, key } of found) objects.delete(key);
      return found.length;
    },
  };
}
