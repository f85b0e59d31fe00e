import type { Finding } from '../findings/finding.ts';
import { defined } from '../lib/fields.ts';
import { idOf } from '../lib/hash.ts';
import { noticeKeyOf } from '../stories/story-record.ts';
import { summarizeStory, type Story } from '../stories/story.ts';
import { compareSeverity, SEVERITIES, type Severity, type Watch } from '../watches/watch.ts';
import {
  type Alert,
  alertHeadOf,
  alertItemOf,
  findingAlertId,
  occasionOf,
  raisedFrom,
  type ShownFinding,
} from './alert.ts';

// An alert on a story is made of the channel, the story and its transition: what the channel learns of it. So a repeat is the same
// alert, whichever watch of the space has found the story.

/** What an alert says about its story. */
interface ToldStory {
  channel: string;
  story: Story;
  space: string;
  /** The watches that have found it on this channel. */
  watches: readonly string[];
  /** Findings of the story without an alert of their own. */
  silent: readonly Finding[];
}

/** The alert that a story is new to a channel. */
export function storyAlertOf(watch: Watch, shown: ShownFinding, told: ToldStory): Alert {
  return {
    ...alertOnStory(watch, shown, told),
    id: storyAlertId(watch, told),
    ...defined({ raised: shown.reached && raisedFrom(watch.severity, shown.reached) }),
  };
}

/** The alert that a story has climbed above what its channel was notified of, once for each severity. */
export function climbAlertOf(watch: Watch, shown: ShownFinding & { from: Severity }, told: ToldStory): Alert {
  const alert = alertOnStory(watch, shown, told);
  const { severity } = alert;
  const by = shown.reached?.by ?? [];
  const lower = SEVERITIES.filter((one) => compareSeverity(one, severity) < 0);
  const after = [storyAlertId(watch, told), ...lower.map((one) => climbAlertId(watch, told, one))];
  return { ...alert, id: climbAlertId(watch, told, severity), raised: { from: shown.from, by, after } };
}

function alertOnStory(
  watch: Watch,
  { finding, discovery, foundAt, reached, detection }: ShownFinding,
  { channel, story, space, watches, silent }: ToldStory,
): Alert {
  return defined<Alert>({
    ...alertHeadOf(watch, foundAt),
    id: '',
    channel,
    watches: watches.length > 1 ? watches : undefined,
    space,
    occasion: occasionOf(watch, detection),
    severity: reached?.severity ?? watch.severity,
    items: [alertItemOf(finding)],
    discovery,
    story: summarizeStory(story, silent),
  });
}

type OnChannel = Pick<ToldStory, 'channel'> & { story: Pick<Story, 'id'> };

/** The id of the first alert of a channel on a story. */
export function storyAlertId(watch: Watch, { channel, story }: OnChannel): string {
  return idOf('alert', noticeKeyOf(channel, watch), story.id, 'first');
}

export function climbAlertId(watch: Watch, { channel, story }: OnChannel, severity: Severity): string {
  return idOf('alert', noticeKeyOf(channel, watch), story.id, 'climb', severity);
}

/** A fact was corrected, and raises a finding above all that was notified of it: the alert, once for each severity. */
export function correctionAlertOf(watch: Watch, shown: ShownFinding & { from: Severity }): Alert {
  const { finding, discovery, foundAt, reached, from } = shown;
  const severity = reached?.severity ?? watch.severity;
  const after = [findingAlertId(watch, finding.fingerprint)];
  return defined<Alert>({
    ...alertHeadOf(watch, foundAt),
    id: idOf('alert', watch.id, finding.fingerprint, 'climb', severity),
    occasion: occasionOf(watch, undefined),
    severity,
    raised: { from, by: reached?.by ?? [], after },
    items: [alertItemOf(finding)],
    discovery,
  });
}
