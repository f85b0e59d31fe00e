import { idOf } from '../lib/hash.ts';
import type { Finding } from '../findings/finding.ts';
import { DAY, type Instant } from '../time/instant.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { Growth } from '../stories/story-growth.ts';
import type { StorySummary } from '../stories/story-summary.ts';
import type { Detection } from '../policies/policy.ts';
import type { DetectionPolicy } from '../policies/registry.ts';
import type { Incident, IncidentKind } from '../incidents/incident.ts';
import { namedCompanies } from '../findings/named-companies.ts';
import type { Severity, Watch } from '../watches/watch.ts';

/** What an alert says of one finding: enough to render it without reading the finding again. */
export interface AlertItem extends ShownOfFinding {
  /** Of a record of an all-news job: what kind of event it is, and in which sector. */
  tags?: Readonly<Record<string, string>>;
}

type ShownOfFinding = Pick<
  Finding,
  | 'fingerprint'
  | 'title'
  | 'link'
  | 'outlet'
  | 'publishedAt'
  | 'indexedAt'
  | 'snippet'
  | 'matched'
  | 'language'
  | 'entities'
  | 'companies'
>;

/** Why there is an alert. */
export type Occasion =
  | { type: 'finding' | 'story' }
  /** What a policy saw that looks at more than the finding itself. */
  | ({ type: DetectionPolicy } & Detection)
  /** A story that was told before has grown. */
  | ({ type: 'growth' } & Growth)
  /** The first run of a watch laid its silent base. */
  | { type: 'base'; found: number; window: { from: Instant; to: Instant } }
  /** Something the operators must mend, or that is mended; `reminder` counts how often it was repeated. */
  | { type: 'trouble'; trouble: IncidentKind; cured: boolean; text: string; reminder?: number }
  /** A report was written on the days from `first` to `last`; `body` is its twin in plain text. */
  | { type: 'report'; reportId: string; title: string; first: string; last: string; body: string }
  /** The channel has told nothing since then: it lives, and this is what it looked at. */
  | ({ type: 'life-sign' } & Heartbeat);

/** What is told on one channel, for one watch. Text from the news is hostile. */
export interface Alert {
  id: string;
  channel: string;
  occasion: Occasion;
  severity: Severity;
  watchId?: string;
  watchVersion?: string;
  watchKind?: string;
  brand?: string;
  createdAt: Instant;
  /** When it may be forgotten. */
  expiresAt: Instant;
  items: readonly AlertItem[];
  /** The story that its item tells, as it was then. */
  story?: StorySummary;
}

/** Where an alert stands: waiting for its due time, put into a message, muted by a person, or dropped with a reason. */
export type AlertState =
  | { state: 'pending'; dueAt: Instant; heldFor?: HoldReason }
  | { state: 'told'; messageId: string }
  /** Kept and never told, not even when the silence is over. */
  | { state: 'silenced'; silenceId: string; reason: string }
  | { state: 'dropped'; reason: string };

/** What moves a due time. */
export const HOLD_REASONS = ['quiet-hours', 'digest', 'group', 'storm-cap'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/**
 * The alert of a watch about a finding, by itself or as the first of its story. The id is made of the finding, which holds
 * the story for this watch, and so stays the same however often the run repeats and whatever the story is merged into.
 */
export function alertOf(
  watch: Watch,
  { finding, story, now }: { finding: Finding; story?: StorySummary; now: Instant },
): Alert {
  const type = watch.alert.when === 'finding' ? 'finding' : 'story';
  return {
    ...alertHeadOf(watch, now),
    id: idOf('alert', watch.id, finding.fingerprint, type, 'new'),
    occasion: { type },
    severity: watch.severity,
    items: [alertItemOf(finding)],
    ...(story && { story }),
  };
}

/** A note that a told story has grown, once for each milestone; `holder` is the finding that was told of it. */
export function growthAlertOf(
  watch: Watch,
  given: { finding: Finding; story: StorySummary; growth: Growth; holder: string; now: Instant },
): Alert {
  const { finding, story, growth, holder, now } = given;
  return {
    ...alertHeadOf(watch, now),
    id: idOf('alert', watch.id, holder, 'growth', growth.milestone),
    occasion: { type: 'growth', ...growth },
    severity: watch.severity,
    items: [alertItemOf(finding)],
    story,
  };
}

/** The one summary of a silent first run. */
export function baselineAlertOf(
  watch: Watch,
  given: { found: number; window: { from: Instant; to: Instant }; now: Instant },
): Alert {
  return {
    ...alertHeadOf(watch, given.now),
    id: idOf('alert', watch.id, watch.version, 'base'),
    occasion: { type: 'base', found: given.found, window: given.window },
    severity: 'info',
    items: [],
  };
}

/** How long alerts about ourselves are kept. */
export const OWN_RETENTION = 400 * DAY;

/** What the operators are told of a trouble, when it begins and when it is over. */
export function incidentAlertOf(
  incident: Incident,
  { channel, cured, now }: { channel: string; cured: boolean; now: Instant },
): Alert {
  const { subject, kind, since, text, watchId } = incident;
  return {
    id: idOf('trouble', subject, String(since), cured ? 'cured' : 'raised'),
    channel,
    occasion: { type: 'trouble', trouble: kind, cured, text },
    severity: cured ? 'info' : 'warning',
    ...(watchId === undefined ? {} : { watchId }),
    createdAt: now,
    expiresAt: now + OWN_RETENTION,
    items: [],
  };
}

/** What every alert of a watch says of itself. */
export function alertHeadOf(
  watch: Watch,
  now: Instant,
): Omit<Alert, 'id' | 'occasion' | 'severity' | 'items'> {
  return {
    channel: watch.alert.channel,
    watchId: watch.id,
    watchVersion: watch.version,
    watchKind: watch.kind,
    ...(watch.brand === undefined ? {} : { brand: watch.brand }),
    createdAt: now,
    expiresAt: now + watch.retention,
  };
}

/** What an alert shows of a finding. */
export function alertItemOf(finding: Finding): AlertItem {
  const { fingerprint, title, indexedAt, snippet, matched } = finding;
  const { link, outlet, publishedAt, language, entities, type, facts } = finding;
  // An item shows no facts of an event: whom it is about stands with the companies.
  const { companies = type === 'event' ? namedCompanies(finding) : [] } = finding;
  return {
    fingerprint,
    title,
    indexedAt,
    snippet,
    matched,
    ...(link === undefined ? {} : { link }),
    ...(outlet === undefined ? {} : { outlet }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(language === undefined ? {} : { language }),
    ...(entities === undefined ? {} : { entities }),
    ...(companies.length > 0 && { companies }),
    ...(type === 'record' && facts !== undefined && { tags: facts }),
  };
}
