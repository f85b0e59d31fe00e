import type { Alert } from '../../../shared/domain/alerts/alert.ts';
import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { countingOf } from '../../../shared/domain/policies/registry.ts';
import { hourOf } from '../../../shared/domain/counting/hourly-counts.ts';
import { SECOND } from '../../../shared/domain/time/instant.ts';
import { nextSlot, parseSchedule } from '../../../shared/domain/time/schedule.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { memoryTable } from '../../../shared/store/memory-table.ts';
import { openStore } from '../../../shared/store/open-store.ts';
import { isReplayedFromStore } from '../replay/not-replayed.ts';
import { recordingKeyOf } from '../replay/record-past.ts';
import { replayDays } from '../replay/replay-days.ts';
import type { MadeAlert } from '../replay/replayed-stack.ts';
import { isNewsAlert } from '../replay/sent-alert.ts';
import { countingTwin, type TriedOut } from '../stack/try-out.ts';

/**
 * The alerts of a watch that lives through a span as in a stack, run by run. It finds what was read of the span; a
 * watch that counts counts the numbers of the service where not every match was read. People are notified of its first
 * run, too.
 */
export async function playWatch(
  watch: Watch,
  { tried, channels }: { tried: TriedOut; channels: readonly Channel[] },
): Promise<MadeAlert[]> {
  const { window, findings } = tried;
  // Silence, and what is below a number, is detected where nothing was found, too.
  if (findings.length === 0 && !countingOf(watch)) return [];
  const asked = countingOf(watch) && !isRead(tried) ? countingTwin(watch) : watch;
  const played: Watch = { ...asked, firstRun: 'tell' };
  const recording = { findings, counts: byHour(tried.frames) };
  const { made } = await replayDays({
    desired: { watches: [played], channels },
    store: openStore(memoryTable()),
    past: { recordings: new Map([[recordingKeyOf(played), recording]]) },
    stored: new Map(isReplayedFromStore(played) ? [[watch.id, foundAtSlots(watch, tried)]] : []),
    span: window,
    starts: new Map(),
  });
  return made.filter(({ alert }) => isNewsAlert(alert));
}

/** Findings as of the run that would have found them: the first after they were indexed, at the latest the end. */
function foundAtSlots(watch: Watch, { window: { from, to }, findings }: TriedOut) {
  const schedule = parseSchedule(watch.schedule, watch.timezone);
  return findings.map((finding) => ({
    finding,
    foundAt: Math.min(nextSlot(schedule, { after: finding.indexedAt, start: from }) ?? to, to - SECOND),
  }));
}

/** True when every match was read, so that stories and sentiments are known. */
export function isRead({ hits, findings }: TriedOut): boolean {
  return findings.length > 0 && findings.length >= hits;
}

function byHour(frames: TriedOut['frames']): TriedOut['frames'] {
  const hours = Map.groupBy(frames, ({ from }) => hourOf(from));
  return [...hours]
    .map(([from, same]) => ({ from, count: same.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => a.from - b.from);
}

/** Alerts that say the same, on however many channels, once. Of a story each channel has an alert of its own. */
export function onceEach(made: readonly MadeAlert[]): MadeAlert[] {
  const keyOf = ({ id, space, story, severity }: Alert) =>
    space === undefined ? id : `${story?.id} ${severity}`;
  return [...new Map(made.map((one) => [keyOf(one.alert), one])).values()];
}
