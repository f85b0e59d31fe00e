import { readerActionSchema } from '../../contracts/stored/stored-silence.ts';
import { TABLE } from '../../contracts/names.ts';
import { isoOf } from '../../domain/time/instant.ts';
import type { ReaderAction } from '../../domain/pages/reader-action.ts';
import type { ReaderActions } from '../../use-cases/ports/alerts.ts';
import { ABSENT, expiry, type Key, type Table } from '../table.ts';

/** More than people do about a watch in the time for which actions are kept. */
const MOST = 10_000;

/** What readers did, below the watch that alerted. */
export function dynamoReaderActions(table: Table): ReaderActions {
  return {
    async put(action, was) {
      const item = { ...actionKey(action), ...action, ...workOf(action), ...expiry(action.expiresAt) };
      if (!was) return table.putIf(item, ABSENT);
      const { at, undoneAt } = was;
      return table.putIf(item, { is: { at, undoneAt } });
    },

    of: (watchId, alertId) =>
      table.query(
        {
          partition: actionsPartition(watchId),
          ...(alertId !== undefined && { prefix: `${alertId}#` }),
          limit: MOST,
        },
        readerActionSchema,
      ),

    acknowledgedSince: (at) =>
      table.query(
        { index: 'work', partition: ACKNOWLEDGED, from: isoOf(at), limit: MOST },
        readerActionSchema,
      ),
  };
}

/** Acknowledgements that hold are in the index: incidents at other services end by them. */
const ACKNOWLEDGED = 'DUE#acknowledged';

function workOf(action: ReaderAction) {
  if (action.kind !== 'acknowledge' || action.undoneAt !== undefined) return {};
  const { sk } = actionKey(action);
  return { [TABLE.work.partition]: ACKNOWLEDGED, [TABLE.work.sort]: `${isoOf(action.at)}#${sk}` };
}

/** What readers did about the alerts of a watch. */
export function actionsPartition(watchId: string): string {
  return `ACTIONS#${watchId}`;
}

function actionKey({ watchId, alertId, kind, lane }: ReaderAction): Key {
  return { pk: actionsPartition(watchId), sk: `${alertId}#${kind}#${lane}` };
}
