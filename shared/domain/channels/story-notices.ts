import type { Decision } from '../alerts/decision.ts';
import type { SilentReason, StoredFinding, Verdict } from '../findings/finding.ts';
import { type OpenStories, setStory } from '../stories/open-stories.ts';
import { withNotified } from '../stories/open-story.ts';
import { type Notice, type StoryRecord, noticeKeyOf } from '../stories/story.ts';
import { dayOf } from '../time/instant.ts';
import { type Severity, type Watch, mostSevere } from '../watches/watch.ts';
import type { Channel } from './channel.ts';
import { plannedStoryAlertId } from './story-alerts.ts';

// What channels were notified of about stories, and what of that counts for the findings that follow.

/** The findings of a part that belong to one story, the earliest first. */
export interface StoryGroup {
  story: StoryRecord;
  members: readonly StoredFinding[];
}

/** What a channel was notified of about a story, as far as this watch shares it. */
export function noticeOf(
  { notices }: StoryRecord,
  watch: Watch,
  { name }: Pick<Channel, 'name'>,
): Notice | undefined {
  const key = noticeKeyOf(name, watch);
  return Object.hasOwn(notices, key) ? notices[key] : undefined;
}

/** The highest severity that a channel was notified of with a story; undefined for none. */
export function severityNotified(open: OpenStories, record: StoryRecord, key: string): Severity | undefined {
  const notice = Object.hasOwn(record.notices, key) ? record.notices[key]?.severity : undefined;
  const known = open.stories.get(record.id)?.notified[key]?.severity;
  return known && notice ? mostSevere(known, notice) : (known ?? notice);
}

/** How often a channel was notified of a story on a UTC day. */
export function notifiedOn(
  open: OpenStories,
  record: StoryRecord,
  { key, day }: { key: string; day: string },
): number {
  return (open.stories.get(record.id)?.notified[key]?.at ?? []).filter((at) => dayOf(at) === day).length;
}

/**
 * Notes in stories that were closed, and that a copy has opened again, that their channels know them: the first of
 * these findings counts as an alert.
 */
export function noteReopened(
  open: OpenStories,
  watch: Watch,
  { groups, channels }: { groups: readonly StoryGroup[]; channels: readonly Channel[] },
): void {
  for (const { story: record, members } of groups)
    for (const channel of channels) {
      const [story, notice, [first]] = [
        open.stories.get(record.id),
        noticeOf(record, watch, channel),
        members,
      ];
      const key = noticeKeyOf(channel.name, watch);
      if (!story || !notice || !first || story.notified[key] !== undefined) continue;
      setStory(open, withNotified(story, key, { severity: notice.severity, at: first.finding.indexedAt }));
    }
}

/** Notes in the open stories what their channels were notified of by a decision that was recorded. */
export function noteTold(
  open: OpenStories,
  watch: Watch,
  { decision, found }: { decision: Decision; found: readonly StoredFinding[] },
): void {
  const times = new Map(found.map(({ finding }) => [finding.fingerprint, finding.indexedAt]));
  const homes = new Map(decision.findings.map(({ fingerprint, story }) => [fingerprint, story]));
  for (const planned of decision.alerts) {
    const { fingerprint, severity } = planned;
    const [story, at] = [open.stories.get(homes.get(fingerprint) ?? ''), times.get(fingerprint)];
    if (!('channel' in planned) || !story || at === undefined) continue;
    setStory(open, withNotified(story, noticeKeyOf(planned.channel, watch), { severity, at }));
  }
}

/** A story with what its channels are notified of now. Noting it again changes nothing. */
export function withNotices(
  watch: Watch,
  { story, members }: StoryGroup,
  { decision, channels }: { decision: Decision; channels: readonly Channel[] },
): StoryRecord {
  const own = new Map(members.map((member) => [member.finding.fingerprint, member]));
  const notices: Record<string, Notice> = { ...story.notices };
  for (const alert of decision.alerts) {
    const member = own.get(alert.fingerprint);
    const id = plannedStoryAlertId(watch, alert, story);
    if (!member || id === undefined || !('channel' in alert)) continue;
    const key = noticeKeyOf(alert.channel, watch);
    const { severity = alert.severity, at = member.foundAt, alerts = [], watches = [] } = notices[key] ?? {};
    notices[key] = {
      severity: mostSevere(severity, alert.severity),
      at,
      alerts: withOne(alerts, id),
      watches,
    };
  }
  if (decision.findings.some((one) => own.has(one.fingerprint) && isOfStory(one.verdict)))
    for (const { name } of channels) {
      const key = noticeKeyOf(name, watch);
      const notice = notices[key];
      if (notice) notices[key] = { ...notice, watches: withOne(notice.watches, watch.id) };
    }
  return { ...story, notices };
}

function isOfStory(verdict: Verdict): boolean {
  return 'notified' in verdict || OF_STORY.has(verdict.silent);
}

const OF_STORY: ReadonlySet<SilentReason> = new Set(['same-story', 'unconfirmed', 'quiet']);

function withOne(list: readonly string[], one: string): readonly string[] {
  return list.includes(one) ? list : [...list, one];
}
