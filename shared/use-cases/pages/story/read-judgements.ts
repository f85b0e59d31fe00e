import type { Alert } from '../../../domain/alerts/alert.ts';
import { inParallel } from '../../../domain/lib/in-parallel.ts';
import type { AlertEntry } from '../../../domain/pages/inbox.ts';
import { actionsPath } from '../../../domain/pages/page-links.ts';
import { actionsOn, type ReaderActionKind } from '../../../domain/pages/reader-action.ts';
import { receiptIdOf } from '../../../domain/pages/signed-link.ts';
import type { StoryJudgement } from '../../../domain/pages/story-page.ts';
import { actionToken } from '../action-token.ts';
import type { PagePorts } from '../page-ports.ts';

const KIND: ReaderActionKind = 'not-relevant';

/**
 * For each watch that alerted of a story, what readers said of its alerts, and the form to say it. It is the form of the page
 * that messages link to, for the channel of the newest alert.
 */
export async function readJudgements(
  sent: readonly AlertEntry[],
  { readerActions, links, clock }: Pick<PagePorts, 'readerActions' | 'links' | 'clock'>,
): Promise<StoryJudgement[]> {
  const judged = sent.map(({ alert }) => alert).filter((alert) => actionsOn(alert).includes(KIND));
  const { keys } = await links();
  const formOf = (alert: Alert, lane: string, undoes: boolean): StoryJudgement['form'] => {
    const subject = { receiptId: receiptIdOf(alert), lane, keys };
    const token = actionToken(subject, { kind: KIND, isUndone: undoes }, clock.now());
    return { path: actionsPath(alert, { lane, keys }), token, undoes };
  };
  const byWatch = Map.groupBy(judged, ({ watchId = '' }) => watchId);
  return inParallel(byWatch, async ([watchId, alerts]) => {
    const byId = new Map(alerts.map((alert) => [alert.id, alert]));
    const all = await readerActions.of(watchId);
    const notRelevant = all.filter(
      ({ kind, alertId, undoneAt }) => kind === KIND && undoneAt === undefined && byId.has(alertId),
    );
    const [done] = notRelevant;
    const about = done && byId.get(done.alertId);
    const newest = alerts.reduce((one, other) => (other.createdAt >= one.createdAt ? other : one));
    const form = done && about ? formOf(about, done.lane, true) : formOf(newest, newest.channel, false);
    return { watchId, notRelevant, form };
  });
}
