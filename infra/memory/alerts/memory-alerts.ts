import type { Alert } from '../../../shared/domain/alerts/alert.ts';
import { urgencyOf, type Urgency } from '../../../shared/domain/channels/channel.ts';
import { dayOf, MINUTE } from '../../../shared/domain/time/instant.ts';
import type { Alerts, StoredAlert } from '../../../shared/use-cases/ports/alerts.ts';
import { byKey } from '../by-key.ts';
import { copyOf } from '../copy-of.ts';
import { LaneMap } from './lane-map.ts';

/** Whether an alert or a message is on a lane, and of an urgency where one is named. */
export function isOn(
  item: Pick<Alert, 'channel' | 'severity'>,
  channel: string,
  urgency: Urgency | undefined,
): boolean {
  return item.channel === channel && (urgency === undefined || urgencyOf(item) === urgency);
}

/** Alerts in memory. */
export function memoryAlerts() {
  const alerts = new LaneMap<StoredAlert>(({ alert, state }) =>
    state.state === 'pending' ? alert.channel : undefined,
  );
  const listed = () =>
    [...alerts.values()].filter(({ alert: { channel, lanes = [channel] } }) => lanes[0] === channel);
  const alertKey = (id: string, channel: string) => `${id}/${channel}`;
  /** Those that are pending on a lane, in the order of their due times. */
  const pending = (channel: string, urgency?: Urgency) =>
    byKey(
      alerts.on(channel).filter(({ alert }) => isOn(alert, channel, urgency)),
      ({ state }) => (state.state === 'pending' ? state.dueAt : 0),
    );
  const port: Alerts = {
    put: async (alert, due) => {
      const key = alertKey(alert.id, alert.channel);
      if (alerts.has(key)) return false;
      alerts.set(key, copyOf({ alert, state: { state: 'pending', ...due } }));
      return true;
    },
    get: async (id) => copyOf([...alerts.values()].find(({ alert }) => alert.id === id)),
    onLanes: async (id) => copyOf([...alerts.values()].filter(({ alert }) => alert.id === id)),
    held: async (channel, limit) => copyOf(pending(channel).slice(0, limit)),
    bind: async (channel, { id, alertIds }) => {
      for (const alertId of alertIds) {
        const one = alerts.get(alertKey(alertId, channel));
        if (one?.state.state !== 'pending') continue;
        alerts.set(alertKey(alertId, channel), { ...one, state: { state: 'told', messageId: id } });
      }
    },
    settle: async ({ id, channel }, state) => {
      const one = alerts.get(alertKey(id, channel));
      if (one?.state.state !== 'pending') return false;
      alerts.set(alertKey(id, channel), { ...one, state });
      return true;
    },
    madeOn: async (day, limit) =>
      byKey(
        copyOf(listed().filter(({ alert }) => dayOf(alert.createdAt) === day)),
        ({ alert }) => alert.createdAt,
      ).slice(0, limit),
    latestOn: async (day, limit) =>
      byKey(
        copyOf(listed().filter(({ alert }) => dayOf(alert.createdAt) === day)),
        ({ alert }) => -alert.createdAt,
      ).slice(0, limit),
    madeIn: async (minute) =>
      copyOf(
        listed().filter(({ alert }) => Math.floor(alert.createdAt / MINUTE) === Math.floor(minute / MINUTE)),
      ),
  };
  return { port, pending, held: alerts };
}
