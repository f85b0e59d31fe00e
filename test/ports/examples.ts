import { type Alert, alertItemOf } from '../../shared/domain/alerts/alert.ts';
import type { Channel } from '../../shared/domain/channels/channel.ts';
import type { Finding, StoredFinding } from '../../shared/domain/findings/finding.ts';
import { DAY, HOUR } from '../../shared/domain/time/instant.ts';
import type { Message } from '../../shared/domain/alerts/message.ts';
import type { ReportPlan } from '../../shared/domain/reports/report-record.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { type Drill } from '../../shared/domain/channels/drill.ts';

// Examples of the domain's nouns, each whole, to be changed by the test that needs another.

export const NOON = Date.parse('2026-11-20T12:00:00Z');

export function aWatch(changes: Partial<Watch> = {}): Watch {
  return {
    id: 'acme-news',
    kind: 'search',
    query: { q: 'acme' },
    schedule: 'rate(15 minutes)',
    timezone: 'Europe/Paris',
    overlap: HOUR,
    lookback: DAY,
    firstRun: 'tell',
    severity: 'warning',
    priority: 5,
    alert: { when: 'finding', channel: 'press-team' },
    exclude: { domains: [], phrases: [] },
    keep: 'summary',
    retention: 400 * DAY,
    storyMemory: 30 * DAY,
    version: 'v1',
    ...changes,
  };
}

export function aChannel(changes: Partial<Channel> = {}): Channel {
  return {
    name: 'press-team',
    email: ['press@acme.example'],
    sms: [],
    https: [],
    queue: [],
    timezone: 'Europe/Paris',
    minSeverity: 'info',
    ...changes,
  };
}

export function aFinding(n: number, changes: Partial<Finding> = {}): Finding {
  return {
    fingerprint: `article-${String(n).padStart(5, '0')}`,
    service: 'news',
    type: 'article',
    indexedAt: NOON - HOUR,
    publishedAt: NOON - HOUR,
    title: `Acme opens plant number ${n}`,
    link: `https://news.example/${n}`,
    outlet: { domain: 'news.example', name: 'The News', country: 'US', rank: 1_000 },
    authors: ['Jane Doe'],
    language: 'en',
    snippet: `Acme said on Friday that plant number ${n} is open.`,
    matched: ['Acme'],
    ...changes,
  };
}

export function aStoredFinding(n: number, changes: Partial<StoredFinding> = {}): StoredFinding {
  return {
    watchId: 'acme-news',
    finding: aFinding(n),
    foundAt: NOON + n,
    expiresAt: NOON + 400 * DAY,
    ...changes,
  };
}

export function aReportPlan(changes: Partial<ReportPlan> = {}): ReportPlan {
  return {
    id: 'acme-weekly',
    brand: { id: 'acme', names: ['Acme Corp', 'Acme'], exclude: [], competitors: [] },
    schedule: 'cron(0 8 ? * MON *)',
    timezone: 'Europe/Paris',
    days: 7,
    channel: 'press-team',
    look: { title: 'Acme in the news' },
    ...changes,
  };
}

export function anAlert(n: number, changes: Partial<Alert> = {}): Alert {
  return {
    id: `alert-${String(n).padStart(5, '0')}`,
    channel: 'press-team',
    occasion: { type: 'finding' },
    severity: 'warning',
    watchId: 'acme-news',
    watchVersion: 'v1',
    watchKind: 'search',
    createdAt: NOON + n,
    expiresAt: NOON + 400 * DAY,
    items: [],
    ...changes,
  };
}

/** An alert on a story, with one finding. */
export function aStoryAlert(n: number, finding: Partial<Finding> = {}, changes: Partial<Alert> = {}): Alert {
  return anAlert(n, {
    occasion: { type: 'story' },
    items: [alertItemOf(aFinding(n, { snippet: '', ...finding }))],
    story: { id: `story-${n}`, articles: 1, outlets: 1, countries: 1 },
    ...changes,
  });
}

export function aMessage(n: number, changes: Partial<Message> = {}): Message {
  return {
    id: `message-${n}`,
    channel: 'press-team',
    alertIds: [`alert-${String(n).padStart(5, '0')}`],
    severity: 'warning',
    texts: { subject: 'Acme', email: 'Acme opens a plant.', json: '{}' },
    attributes: { watch: 'acme-news' },
    createdAt: NOON + n,
    expiresAt: NOON + 400 * DAY,
    ...changes,
  };
}

export const aDrill = (id: string, changes: Partial<Drill> = {}): Drill => ({
  id,
  sms: false,
  orderedAt: NOON,
  beganAt: NOON + 1,
  targets: [
    {
      channel: 'press-team',
      by: 'email',
      holds: [{ severity: 'info', because: 'brief', until: NOON + HOUR }],
    },
  ],
  ...changes,
});
