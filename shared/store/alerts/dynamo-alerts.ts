import type { Alert } from '../../domain/alerts/alert.ts';
import type { AlertState } from '../../domain/alerts/alert-state.ts';
import { dayOf, isoOf } from '../../domain/time/instant.ts';
import type { Alerts } from '../../use-cases/ports/alerts.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { alertFields, storedAlertSchema } from './alert-item.ts';
import { ABSENT, expiry, type Key, queryWork, type Table, type When } from '../table.ts';

/** The partition of a channel in the index of work: pending alerts and messages, by the time they are due. */
export function dueOf(channel: string): string {
  return `DUE#${channel}`;
}

/** More lanes than a file has. */
const MOST_LANES = 1_000;

/** More alerts than all channels together get in a minute. */
const MOST_A_MINUTE = 20_000;

/** Only a pending alert may be moved, sent or dropped. */
const PENDING: When = { is: { 'state.state': 'pending' } };

/** Alerts, one item per lane. A pending alert is in the index of work until a message contains it. */
export function dynamoAlerts(table: Table): Alerts {
  return {
    put: (alert, due) => table.putIf(itemOf(alert, { state: 'pending', ...due }), ABSENT),

    async get(id) {
      const [found] = await table.query({ partition: `ALERT#${id}`, limit: 1 }, storedAlertSchema);
      return found;
    },

    onLanes: (id) => table.query({ partition: `ALERT#${id}`, limit: MOST_LANES }, storedAlertSchema),

    held: (channel, limit) => queryWork(table, { partition: dueOf(channel), limit }, storedAlertSchema),

    settle: (alert, state) => settle(table, { key: alertItemKey(alert.id, alert.channel), state }),

    async bind(channel, { id, alertIds }) {
      await inParallel(alertIds, (alertId) =>
        settle(table, { key: alertItemKey(alertId, channel), state: { state: 'told', messageId: id } }),
      );
    },

    madeOn: (day, limit) =>
      table.query({ index: 'time', partition: `ALERTS#${day}`, limit }, storedAlertSchema),

    latestOn: (day, limit) =>
      table.query({ index: 'time', partition: `ALERTS#${day}`, limit, newestFirst: true }, storedAlertSchema),

    madeIn: (minute) =>
      table.query(
        {
          index: 'time',
          partition: `ALERTS#${dayOf(minute)}`,
          prefix: isoOf(minute).slice(0, 'YYYY-MM-DDTHH:MM'.length),
          limit: MOST_A_MINUTE,
        },
        storedAlertSchema,
      ),
  };
}

export function alertItemKey(id: string, channel: string): Key {
  return { pk: `ALERT#${id}`, sk: `CHANNEL#${channel}` };
}

function settle(table: Table, { key, state }: { key: Key; state: AlertState }): Promise<boolean> {
  const id = key.pk.slice('ALERT#'.length);
  const channel = key.sk.slice('CHANNEL#'.length);
  return table.change(key, { set: { state, ...workOf(id, { channel, state }) }, when: PENDING });
}

function itemOf(alert: Alert, state: AlertState) {
  return {
    ...alertItemKey(alert.id, alert.channel),
    alert: alertFields(alert),
    state,
    ...expiry(alert.expiresAt),
    ...workOf(alert.id, { channel: alert.channel, state }),
    ...(isFirstOfLanes(alert) && {
      timePk: `ALERTS#${dayOf(alert.createdAt)}`,
      timeSk: `${isoOf(alert.createdAt)}#${alert.id}`,
    }),
  };
}

/** The index of time lists an alert once for each channel. */
function isFirstOfLanes({ channel, lanes: [first = channel] = [] }: Alert): boolean {
  return channel === first;
}

function workOf(id: string, { channel, state }: { channel: string; state: AlertState }) {
  if (state.state !== 'pending') return { workPk: undefined, workSk: undefined };
  return { workPk: dueOf(channel), workSk: `${isoOf(state.dueAt)}#A#${id}` };
}
