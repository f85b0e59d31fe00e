import * as z from 'zod';
import { serviceSchema } from './findings/finding-item.ts';
import { INCIDENT_KINDS, type Incident } from '../domain/incidents/incident.ts';
import type { Service } from '../domain/lib/errors.ts';
import type { Lease } from '../domain/lib/in-parallel.ts';
import type { ClockRecord } from '../domain/runs/clock-record.ts';
import type { ExpectedRun } from '../domain/runs/expected-run.ts';
import type { ServicePause } from '../domain/runs/service-wait.ts';
import { type Instant, MINUTE } from '../domain/time/instant.ts';
import type { Budget } from '../domain/usage/budget.ts';
import type { Key, Table, When } from './table.ts';

// What the stack keeps about its own operation.

/** No call of a function lasts longer, and a lease ends with its call. */
const LONGEST_LEASE = 16 * MINUTE;

/**
 * Nobody holds the lease of an item any more, or this owner does. A lease that ends later than any can, and than this
 * one, was taken while the clock was ahead.
 */
export function isFree(
  { owner, until }: Lease,
  now: Instant,
  [name, end] = ['leaseOwner', 'leaseUntil'],
): When {
  return {
    anyOf: [
      { is: { [name]: undefined } },
      { below: { [end]: now } },
      { not: { below: { [end]: Math.max(until, now + LONGEST_LEASE) + 1 } } },
      { is: { [name]: owner } },
    ],
  };
}

/** Named locks for what must not run twice at a time. */
export function leasesIn(table: Table) {
  const keyOf = (name: string): Key => ({ pk: 'LEASES', sk: name });
  return {
    take: (name: string, lease: Lease, now: Instant): Promise<boolean> =>
      table.change(keyOf(name), {
        set: { leaseOwner: lease.owner, leaseUntil: lease.until },
        when: isFree(lease, now),
      }),

    async giveBack(name: string, { owner }: Lease): Promise<void> {
      await table.change(keyOf(name), {
        set: { leaseOwner: undefined, leaseUntil: undefined },
        when: { is: { leaseOwner: owner } },
      });
    },
  };
}

const clockRecordSchema = z.object({
  at: z.number(),
  leaps: z.array(z.object({ from: z.number(), to: z.number() })),
  isReported: z.literal(true).optional(),
}) satisfies z.ZodType<ClockRecord>;

/** What the sweeps have seen of the clock, beside their leases. */
export function clockRecordIn(table: Table) {
  const key: Key = { pk: 'LEASES', sk: 'CLOCK' };
  return {
    get: (): Promise<ClockRecord | undefined> => table.get(key, clockRecordSchema),
    put: (record: ClockRecord): Promise<void> => table.put({ ...key, ...record }),
  };
}

const INCIDENTS = 'INCIDENTS';

const incidentSchema = z.object({
  subject: z.string(),
  kind: z.enum(INCIDENT_KINDS),
  since: z.number(),
  watchId: z.string().optional(),
  alsoOn: z.string().optional(),
  text: z.string(),
}) satisfies z.ZodType<Incident>;

/** Open incidents. A resolved one is deleted; its alerts remain. */
export function incidentsIn(table: Table) {
  const keyOf = (subject: string): Key => ({ pk: INCIDENTS, sk: subject });
  const get = (subject: string): Promise<Incident | undefined> => table.get(keyOf(subject), incidentSchema);
  return {
    /** Opens an incident if it is not open yet; returns the open one. */
    async raise(incident: Incident): Promise<Incident> {
      const item = { ...keyOf(incident.subject), ...incident };
      if (await table.putIf(item, { exists: false })) return incident;
      return (await get(incident.subject)) ?? incident;
    },
    get,
    open: (): Promise<Incident[]> => table.query({ partition: INCIDENTS }, incidentSchema),
    clear: (subject: string): Promise<void> => table.remove(keyOf(subject)),
  };
}

export type Incidents = ReturnType<typeof incidentsIn>;

const budgetSchema = z.object({
  service: serviceSchema,
  askedAt: z.number(),
  figures: z
    .object({
      allowed: z.number().optional(),
      left: z.number().optional(),
      slots: z.object({ allowed: z.number(), busy: z.number().optional() }).optional(),
    })
    .optional(),
  readAt: z.number().optional(),
  renewsBy: z.number().optional(),
  error: z.string().optional(),
  pacedAt: z.number().optional(),
  isShort: z.boolean().optional(),
}) satisfies z.ZodType<Budget>;

/** What is known of the usage of each service's plan. */
export function budgetsIn(table: Table) {
  const keyOf = (service: Service): Key => ({ pk: 'BUDGET', sk: service });
  return {
    get: (service: Service): Promise<Budget | undefined> => table.get(keyOf(service), budgetSchema),
    put: (budget: Budget): Promise<void> => table.put({ ...keyOf(budget.service), ...budget }),
  };
}

const pauseSchema = z.object({
  since: z.number(),
  times: z.number(),
  until: z.number(),
}) satisfies z.ZodType<ServicePause>;

/** Services that answer nobody. What a process has not seen is not read: most of the time there is no pause. */
export function servicePausesIn(table: Table) {
  const keyOf = (service: Service): Key => ({ pk: 'SERVICES', sk: service });
  const seen = new Set<Service>();
  /** The pause of a service, whoever has seen it. */
  const look = async (service: Service): Promise<ServicePause | undefined> => {
    const pause = await table.get(keyOf(service), pauseSchema);
    if (pause) seen.add(service);
    else seen.delete(service);
    return pause;
  };
  return {
    look,
    /** The pause of a service that this process has seen, as it is now. */
    get: async (service: Service) => (seen.has(service) ? look(service) : undefined),
    async put(service: Service, pause: ServicePause): Promise<void> {
      seen.add(service);
      await table.put({ ...keyOf(service), ...pause });
    },
    /** Moves the end of a pause; false when somebody else has. */
    move: (service: Service, { until: before }: ServicePause, until: Instant): Promise<boolean> =>
      table.change(keyOf(service), { set: { until }, when: { is: { until: before } } }),
    end: (service: Service): Promise<void> => table.remove(keyOf(service)),
  };
}

const EXPECTED = 'EXPECTED';

const expectedRunSchema = z.object({
  watchId: z.string(),
  timetable: z.string(),
  after: z.number(),
}) satisfies z.ZodType<ExpectedRun>;

/** From when on a run of each watch is expected, as the sweep last saw it. */
export function expectedRunsIn(table: Table) {
  const keyOf = (watchId: string): Key => ({ pk: EXPECTED, sk: watchId });
  return {
    all: (): Promise<ExpectedRun[]> => table.query({ partition: EXPECTED }, expectedRunSchema),
    put: (expected: ExpectedRun): Promise<void> => table.put({ ...keyOf(expected.watchId), ...expected }),
    remove: (watchId: string): Promise<void> => table.remove(keyOf(watchId)),
  };
}
