import * as z from 'zod';
import { watchRuleSchema } from '../../contracts/stored/definitions.ts';
import {
  type Alert,
  type AlertState,
  type Heartbeat,
  HOLD_REASONS,
  type HoldReason,
  type Raised,
} from '../../domain/alerts/alert.ts';
import type { Escalation } from '../../domain/channels/escalation.ts';
import { INCIDENT_KINDS } from '../../domain/incidents/incident.ts';
import { DETECTION_POLICIES } from '../../domain/policies/registry.ts';
import type { StorySummary } from '../../domain/alerts/story-summary.ts';
import { SEVERITIES, type Severity } from '../../domain/watches/watch.ts';
import {
  alertItemSchema,
  discoverySchema,
  factChangeSchema,
  judgementSchema,
} from '../findings/finding-item.ts';
import {
  ABSENT,
  expiry,
  type Key,
  packed,
  packedSchema,
  queryWork,
  type Table,
  type When,
} from '../table.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { dayOf, type Instant, isoOf } from '../../domain/time/instant.ts';
import type { Detection } from '../../domain/policies/policy.ts';

const counts = z.object({ articles: z.number(), stories: z.number().optional() });

/** What a policy detected. */
export const detectionSchema = z.object({
  text: z.string(),
  short: z.string().optional(),
  period: z.object({ from: z.number(), to: z.number() }).optional(),
  seen: counts.optional(),
  expected: counts.optional(),
  figures: z.record(z.string(), z.number()).optional(),
  changes: z.array(factChangeSchema).optional(),
}) satisfies z.ZodType<Detection>;

/** How a story came to a higher severity. */
const raisedSchema = z.object({
  from: z.enum(SEVERITIES),
  by: z.array(z.object({ name: z.string(), value: z.union([z.number(), z.string()]) })),
  after: z.array(z.string()).optional(),
}) satisfies z.ZodType<Raised>;

const instant = z.number();

const heartbeatSchema = z.object({
  since: z.number(),
  until: z.number(),
  watches: z.number(),
  due: z.number(),
  checked: z.number(),
  behind: z.array(z.object({ watchId: z.string(), due: z.number(), checked: z.number() })),
}) satisfies z.ZodType<Heartbeat>;

const siblingSchema = z.object({
  title: z.string(),
  link: z.string().optional(),
  domain: z.string().optional(),
});

/** What an alert holds of its story. */
const storySummarySchema = z.object({
  id: z.string(),
  articles: z.number(),
  outlets: z.number(),
  countries: z.number(),
  bestRank: z.number().optional(),
  sentiment: z.number().optional(),
  silent: z
    .object({
      count: z.number(),
      shown: z.array(siblingSchema),
    })
    .optional(),
  others: z.array(siblingSchema).optional(),
}) satisfies z.ZodType<StorySummary>;

const alertSchema = z.object({
  id: z.string(),
  channel: z.string(),
  lanes: z.array(z.string()).optional(),
  occasion: z.discriminatedUnion('type', [
    z.object({ type: z.enum(['finding', 'story']) }),
    z.object({ type: z.enum(DETECTION_POLICIES), ...detectionSchema.shape }),
    z.object({
      type: z.literal('baseline'),
      found: z.number(),
      window: z.object({ from: instant, to: instant }),
    }),
    z.object({
      type: z.literal('incident'),
      incident: z.enum(INCIDENT_KINDS),
      resolved: z.boolean(),
      text: z.string(),
      reminder: z.number().optional(),
    }),
    z.object({
      type: z.literal('report'),
      reportId: z.string(),
      title: z.string(),
      first: z.string(),
      last: z.string(),
      body: z.string(),
    }),
    z.object({ type: z.literal('heartbeat'), ...heartbeatSchema.shape }),
  ]),
  severity: z.enum(SEVERITIES),
  raised: raisedSchema.optional(),
  development: z.object({ fresh: z.array(z.string()), confirmedBy: z.array(z.string()) }).optional(),
  escalated: z
    .object({ alertId: z.string(), channel: z.string(), sentAt: instant, after: z.number() })
    .optional(),
  later: z.literal(true).optional(),
  judged: judgementSchema.optional(),
  watchId: z.string().optional(),
  watches: z.array(z.string()).optional(),
  space: z.string().optional(),
  watchVersion: z.string().optional(),
  watchKind: z.string().optional(),
  brand: z.string().optional(),
  brandName: z.string().optional(),
  createdAt: instant,
  expiresAt: instant,
  items: z.array(alertItemSchema),
  discovery: discoverySchema.optional(),
  timezone: z.string().optional(),
  rule: watchRuleSchema.optional(),
  story: storySummarySchema.optional(),
}) satisfies z.ZodType<Alert>;

export const alertStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending'), dueAt: instant, heldFor: z.enum(HOLD_REASONS).optional() }),
  z.object({ state: z.literal('notified'), messageId: z.string() }),
  z.object({ state: z.literal('silenced'), silenceId: z.string(), reason: z.string() }),
  z.object({
    state: z.literal('dropped'),
    reason: z.string(),
    joinedTo: z.object({ alertId: z.string(), watchId: z.string(), messageId: z.string() }).optional(),
  }),
]) satisfies z.ZodType<AlertState>;

/** The partition of a channel in the index of work: pending alerts and messages, by the time they are due. */
export function dueOf(channel: string): string {
  return `DUE#${channel}`;
}

/**
 * The sort key of something that is due in that partition. The index holds keys alone, so the key says what is urgent.
 */
export function dueKey(
  at: Instant,
  { kind, id, severity }: { kind: 'A' | 'M'; id: string; severity: Severity },
): string {
  return `${isoOf(at)}#${kind}#${id}${severity === 'critical' ? '#critical' : ''}`;
}

export const NOT_DUE = { workPk: undefined, workSk: undefined };

/** Only a pending alert may be moved, sent or dropped. */
const PENDING: When = { is: { 'state.state': 'pending' } };

export interface StoredAlert {
  alert: Alert;
  state: AlertState;
}

/** An alert as it is stored, in two indexes as well: its items and its story are one attribute. */
export const storedAlertSchema = z.object({
  alert: z
    .looseObject({ about: packedSchema.pipe(z.looseObject({})) })
    .transform(({ about, ...alert }) => ({ ...alert, ...about }))
    .pipe(alertSchema),
  state: alertStateSchema,
}) satisfies z.ZodType<StoredAlert>;

export function alertFields({ items, story, ...alert }: Alert): object {
  return { ...alert, about: packed({ items, story }) };
}

/** Alerts, one item per lane. A pending alert is in the index of work until a message contains it. */
export function alertsIn(table: Table) {
  const onLanes = (id: string): Promise<StoredAlert[]> =>
    table.query({ partition: `ALERT#${id}` }, storedAlertSchema);
  const onDay = (day: string, how: object): Promise<StoredAlert[]> =>
    table.query({ index: 'time', partition: `ALERTS#${day}`, ...how }, storedAlertSchema);
  const settle = (key: Key, state: AlertState, work: object): Promise<boolean> =>
    table.change(key, { set: { state, ...work }, when: PENDING });
  return {
    /** Puts an alert as pending on a lane if absent; true when it was. */
    put: (alert: Alert, due: { dueAt: Instant; heldFor?: HoldReason }): Promise<boolean> =>
      table.putIf(itemOf(alert, { state: 'pending', ...due }), ABSENT),

    /** An alert on a lane; without one, on the first that has it. */
    async get(id: string, lane?: string): Promise<StoredAlert | undefined> {
      if (lane !== undefined) return table.get(alertKey(id, lane), storedAlertSchema);
      const [found] = await table.query({ partition: `ALERT#${id}`, limit: 1 }, storedAlertSchema);
      return found;
    },

    /** An alert on all lanes that have it. */
    onLanes,

    /** Pending alerts of a channel that are held until a later time. */
    held: (channel: string, limit: number): Promise<StoredAlert[]> =>
      queryWork(table, { partition: dueOf(channel), limit }, storedAlertSchema),

    /**
     * Moves the due time of a pending alert, puts it into a message, mutes or drops it; false when it was not pending.
     */
    settle: (alert: Settled, state: AlertState): Promise<boolean> =>
      settle(alertKey(alert.id, alert.channel), state, workOf(alert, state)),

    /** What became of the alerts made since an instant that were muted, each counted once for a channel. */
    async mutedSince(from: Instant): Promise<AlertState[]> {
      const query = { partition: MUTED, from: isoOf(from), fields: ['state'] };
      return (await queryWork(table, query, z.object({ state: alertStateSchema }))).map(({ state }) => state);
    },

    /** Puts the pending ones among these alerts into a message. */
    async bind(
      channel: string,
      { id, alertIds }: { id: string; alertIds: readonly string[] },
    ): Promise<void> {
      await inParallel(alertIds, (alertId) =>
        settle(alertKey(alertId, channel), { state: 'notified', messageId: id }, NOT_DUE),
      );
    },

    /**
     * Alerts made on a UTC day, oldest first. Here and in the two lists below, an alert of several lanes is listed
     * with the first.
     */
    madeOn: (day: string, limit: number): Promise<StoredAlert[]> => onDay(day, { limit }),

    /** The latest alerts of a UTC day, newest first. */
    latestOn: (day: string, limit: number): Promise<StoredAlert[]> =>
      onDay(day, { limit, newestFirst: true }),

    /** Alerts made within the minute that begins here. */
    madeIn: (minute: Instant): Promise<StoredAlert[]> =>
      onDay(dayOf(minute), { prefix: isoOf(minute).slice(0, 'YYYY-MM-DDTHH:MM'.length) }),
  };
}

export type Alerts = ReturnType<typeof alertsIn>;

export function alertKey(id: string, channel: string): Key {
  return { pk: `ALERT#${id}`, sk: `CHANNEL#${channel}` };
}

function itemOf(alert: Alert, state: AlertState) {
  return {
    ...alertKey(alert.id, alert.channel),
    alert: alertFields(alert),
    state,
    ...expiry(alert.expiresAt),
    ...workOf(alert, state),
    ...(isFirstOfLanes(alert) && {
      timePk: `ALERTS#${dayOf(alert.createdAt)}`,
      timeSk: `${isoOf(alert.createdAt)}#${alert.id}`,
    }),
  };
}

/** The index of time lists an alert once for each channel. */
function isFirstOfLanes({
  channel,
  lanes: [first = channel] = [],
}: Pick<Alert, 'channel' | 'lanes'>): boolean {
  return channel === first;
}

/** The partition of muted alerts in the index of work: pages count them, among thousands that were not. */
const MUTED = 'MUTED';

/** What says where an alert is in the index of work. */
type Settled = Pick<Alert, 'id' | 'channel' | 'lanes' | 'severity' | 'createdAt'>;

function workOf(alert: Settled, state: AlertState) {
  const { id, channel, severity, createdAt } = alert;
  if (state.state === 'silenced' && isFirstOfLanes(alert))
    return { workPk: MUTED, workSk: `${isoOf(createdAt)}#${id}` };
  if (state.state !== 'pending') return NOT_DUE;
  return { workPk: dueOf(channel), workSk: dueKey(state.dueAt, { kind: 'A', id, severity }) };
}

const escalationSchema = z.object({
  alertId: z.string(),
  channel: z.string(),
  sentAt: z.number(),
  step: z.number(),
  dueAt: z.number(),
  expiresAt: z.number(),
}) satisfies z.ZodType<Escalation>;

/** The partition of those that wait, in the index of work. */
const WAITING = 'ESCALATE';

/** Critical alerts that nobody has acknowledged yet, by the time of their next step. */
export function escalationsIn(table: Table) {
  return {
    /** Puts one if absent: the first lane that has sent the alert decides when its steps come. */
    async put(escalation: Escalation): Promise<void> {
      const item = { ...stepKeyOf(escalation), ...escalation, ...stepWorkOf(escalation) };
      await table.putIf({ ...item, ...expiry(escalation.expiresAt) }, ABSENT);
    },

    /** Those whose next step is due, the longest due first. */
    due: (now: Instant, limit: number): Promise<Escalation[]> =>
      queryWork(table, { partition: WAITING, upTo: `${isoOf(now)}~`, limit }, escalationSchema),

    /** Lets it wait for another step, or for none. A repeat changes nothing. */
    async move(was: Escalation, next: Escalation | undefined): Promise<void> {
      const set = next ? { step: next.step, dueAt: next.dueAt, ...stepWorkOf(next) } : NOT_DUE;
      await table.change(stepKeyOf(was), { set, when: { is: { step: was.step, dueAt: was.dueAt } } });
    },
  };
}

function stepKeyOf({ alertId, channel }: Escalation): Key {
  return { pk: `ESCALATION#${alertId}`, sk: channel };
}

function stepWorkOf({ alertId, channel, dueAt }: Escalation) {
  return { workPk: WAITING, workSk: `${isoOf(dueAt)}#${alertId}#${channel}` };
}
