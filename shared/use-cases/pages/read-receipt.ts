import type { Alert } from '../../domain/alerts/alert.ts';
import { isInForce, type Silence } from '../../domain/channels/silence.ts';
import { muteForms } from '../../domain/pages/mute-link.ts';
import type { Receipt } from '../../domain/pages/receipt.ts';
import type { LinkKeys } from '../../domain/pages/signed-link.ts';
import type { StoredAlert } from '../ports/alerts.ts';
import { readStories } from '../stories/read-stories.ts';
import type { PagePorts } from './page-ports.ts';

/** The most findings that a receipt shows. */
const MOST_FINDINGS = 20;

/** Reads what the receipt of an alert shows. Without keys it has no forms. */
export async function readReceipt(
  { alert, state }: StoredAlert,
  { receiptId, keys, ports }: { receiptId: string; keys?: LinkKeys; ports: PagePorts },
): Promise<Receipt> {
  const now = ports.clock.now();
  const [watch, channel, findings, windows, story, notified, silences] = await Promise.all([
    alert.watchId === undefined ? undefined : ports.definitions.watch(alert.watchId),
    ports.definitions.channel(alert.channel),
    readFindings(alert, ports),
    readWindows(alert, ports),
    readStory(alert, ports),
    state.state === 'told' ? ports.messages.get(state.messageId) : undefined,
    ports.silences.since(now),
  ]);
  return {
    alert,
    state,
    timezone: channel?.timezone ?? 'UTC',
    ...(watch && { watch }),
    findings,
    windows,
    ...(story && { story }),
    ...(notified && { delivered: notified }),
    silences: silences.filter((silence) => isInForce(silence, now) && isAbout(silence, alert)),
    forms: keys ? muteForms(alert, { receiptId, keys, now }) : [],
    now,
  };
}

async function readFindings(alert: Alert, { findings }: PagePorts) {
  if (alert.watchId === undefined || alert.items.length === 0) return [];
  const fingerprints = alert.items.slice(0, MOST_FINDINGS).map(({ fingerprint }) => fingerprint);
  return findings.read(alert.watchId, fingerprints);
}

async function readWindows(alert: Alert, { windows }: PagePorts) {
  const [item] = alert.items;
  return alert.watchId === undefined || !item ? [] : windows.covering(alert.watchId, item.indexedAt);
}

async function readStory({ story }: Alert, ports: PagePorts) {
  return story && (await readStories(ports, [story.id])).get(story.id)?.story;
}

/** Whether a silence mutes the watch of an alert, or outlets of it. */
function isAbout({ matchers }: Silence, { watchId }: Alert): boolean {
  return watchId !== undefined && (matchers.watch?.includes(watchId) ?? true);
}
