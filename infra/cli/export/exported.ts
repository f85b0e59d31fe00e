import type { AlertState } from '../../../shared/domain/alerts/alert-state.ts';
import { watchesOf } from '../../../shared/domain/alerts/alert.ts';
import { channelNameOf } from '../../../shared/domain/channels/lanes.ts';
import { type Finding, sentimentOf, type StoredFinding } from '../../../shared/domain/findings/finding.ts';
import { type Instant, isoOf } from '../../../shared/domain/time/instant.ts';
import { type StoryOutline, storyOfRecord } from '../../../shared/domain/stories/story-record.ts';
import type { StoredAlert } from '../../../shared/store/alerts/alerts.ts';

/** A value of an exported record: a list is joined with blanks in CSV, and an object is JSON. */
export type ExportedValue = string | number | boolean | null | readonly unknown[] | object;
/** One exported record: the columns of CSV in their order. Unknown values are null. Times are ISO 8601 in UTC. */
export type Exported = Readonly<Record<string, ExportedValue>>;

/** A finding of a watch, with what became of it. Its texts are news text. */
export function exportedFinding({
  watchId,
  finding,
  foundAt,
  story,
  joined,
  verdict,
  changedAt,
}: StoredFinding) {
  const { fingerprint, service, type, title, link, outlet, authors, language } = finding;
  return {
    watch: watchId,
    fingerprint,
    service,
    type,
    foundAt: isoOf(foundAt),
    indexedAt: isoOf(finding.indexedAt),
    publishedAt: timeOf(finding.publishedAt),
    changedAt: timeOf(changedAt),
    title,
    link: link ?? null,
    outlet: outlet?.name ?? null,
    domain: outlet?.domain ?? null,
    country: outlet?.country ?? null,
    rank: outlet?.rank ?? null,
    authors,
    language: language ?? null,
    sentiment: sentimentOf(finding) ?? null,
    snippet: finding.snippet,
    matched: finding.matched,
    excludedBy: finding.excludedBy ?? null,
    story: story ?? null,
    joined: joined?.by ?? null,
    alert: verdict && 'notified' in verdict ? verdict.notified : null,
    silent: verdict && 'silent' in verdict ? verdict.silent : null,
    ...detailsOf(finding),
    publishedPrecision: finding.publishedPrecision ?? null,
    marks: finding.marks ?? null,
    summary: finding.summary ?? null,
    translatedTitle: finding.translation?.title ?? null,
    translatedText: finding.translation?.text ?? null,
    themes: finding.themes ?? null,
    people: finding.people ?? null,
    places: finding.places ?? null,
    iptcTags: finding.iptcTags ?? null,
    iptcCodes: finding.iptcCodes ?? null,
    iabTags: finding.iabTags ?? null,
  } satisfies Exported;
}

/** What events and records have besides. */
function detailsOf({ facts, entities, companies, articles, articleCount }: Finding) {
  return {
    facts: facts ?? null,
    entities: entities ?? null,
    companies: companies ?? null,
    articles:
      articles?.map(({ title, link, publishedAt, publishedPrecision }) => ({
        title,
        link: link ?? null,
        publishedAt: timeOf(publishedAt),
        publishedPrecision: publishedPrecision ?? null,
      })) ?? null,
    articleCount: articleCount ?? null,
  } satisfies Exported;
}

/** An alert, with its state. Its items are named by their fingerprints: the findings are exported too. */
export function exportedAlert({ alert, state }: StoredAlert) {
  const [first] = alert.items;
  return {
    id: alert.id,
    watch: alert.watchId ?? null,
    watches: watchesOf(alert),
    brand: alert.brand ?? null,
    channel: channelNameOf(alert.channel),
    severity: alert.severity,
    occasion: alert.occasion.type,
    createdAt: isoOf(alert.createdAt),
    state: stateName(state),
    message: state.state === 'told' ? state.messageId : null,
    reason: 'reason' in state ? state.reason : null,
    dueAt: state.state === 'pending' ? isoOf(state.dueAt) : null,
    title: first?.title ?? null,
    link: first?.link ?? null,
    findings: alert.items.map(({ fingerprint }) => fingerprint),
    story: alert.story?.id ?? null,
    storyArticles: alert.story?.articles ?? null,
  } satisfies Exported;
}

function stateName(state: AlertState): string {
  if (state.state === 'told') return 'sent';
  return state.state === 'dropped' && state.joinedTo ? 'joined' : state.state;
}

/** A story, with the watches that have found it. */
export function exportedStory({ space, watches, ...record }: StoryOutline) {
  const { id, title, members, ...story } = storyOfRecord({ space, watches, ...record });
  return {
    id,
    space,
    watches,
    title,
    firstAt: isoOf(story.firstAt),
    lastAt: isoOf(story.lastAt),
    articles: members.length,
    outlets: story.outlets,
    countries: story.countries,
    bestRank: story.bestRank ?? null,
    sentiment: story.sentiment ?? null,
    findings: members,
  } satisfies Exported;
}

function timeOf(at: Instant | undefined): string | null {
  return at === undefined ? null : isoOf(at);
}
