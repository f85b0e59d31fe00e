import type { HoldReason } from '../../domain/alerts/alert.ts';
import type { ArticleMark } from '../../domain/findings/finding.ts';
import type { IncidentKind } from '../../domain/incidents/incident.ts';
import type { ReaderActionKind } from '../../domain/pages/signed-link.ts';

/** What a reader can do: the text of the button, what it does, and what a list of actions says. */
export const ACTION_NAMES: Readonly<
  Record<ReaderActionKind, { button: string; about: string; done: string }>
> = {
  acknowledge: {
    button: 'Acknowledge',
    about: 'Everybody sees that somebody looks after it. Nothing is muted.',
    done: 'Acknowledged',
  },
  'mute-story': {
    button: 'Mute this story',
    about: 'For 30 days this channel receives nothing more about this story. It is stored.',
    done: 'Story muted',
  },
  'not-relevant': {
    button: 'Not relevant',
    about: 'It is counted. The page of the watch then suggests words to exclude. Nothing is muted.',
    done: 'Not relevant',
  },
  'less-outlet': {
    button: 'Less of this outlet',
    about: 'For 30 days this channel receives nothing of this watch that only this outlet prints.',
    done: 'Outlet muted',
  },
};

/** What a pending alert waits for. */
export const HOLD_REASON_NAMES: Readonly<Record<HoldReason, string>> = {
  'quiet-hours': 'quiet hours',
  brief: 'next brief',
  group: 'other alerts of its group',
  'storm-cap': 'message limit of the channel',
};

/** What is broken, as a headline. */
export const INCIDENT_NAMES = {
  failing: 'A watch keeps failing',
  key: 'A service rejects its API key',
  plan: 'The plan does not allow a watch',
  quota: 'The plan has no calls left',
  query: 'A service rejects a query',
  'open-window': 'A time window could not be covered',
  'no-subscriber': 'A channel has no confirmed subscriber',
  'dead-delivery': 'A message could not be sent',
  withdrawn: 'A service is not available',
  budget: 'The budget of a service is running out',
  'late-job': 'An extraction takes too long',
  'failed-job': 'An extraction has failed',
  'monitor-off': 'A monitor was switched off',
  'unreadable-delivery': 'A webhook payload cannot be read',
  watchlist: 'A service rejects a watchlist',
  quarantine: 'An item is quarantined',
} as const satisfies Record<IncidentKind, string>;

const MARKS: Readonly<Record<ArticleMark, string>> = {
  paywall: 'behind a paywall',
  opinion: 'opinion',
  'press-release': 'press release',
};

/** The marks of an article in words. */
export function markNames({ marks = [] }: { marks?: readonly ArticleMark[] }): string[] {
  return marks.map((mark) => MARKS[mark]);
}

/** The marks of an article behind other facts: `, behind a paywall, opinion`. Empty without any. */
export function marksText(item: { marks?: readonly ArticleMark[] }): string {
  return markNames(item)
    .map((mark) => `, ${mark}`)
    .join('');
}
