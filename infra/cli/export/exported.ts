import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type AlertState, watchesOf } from '../../../shared/domain/alerts/alert.ts';
import { channelNameOf } from '../../../shared/domain/channels/channel.ts';
import { type Finding, sentimentOf, type StoredFinding } from '../../../shared/domain/findings/finding.ts';
import { storyOfRecord, type StoryOutline } from '../../../shared/domain/stories/story.ts';
import { type Instant, isoOf } from '../../../shared/domain/time/instant.ts';
import { csvCell } from '../../../shared/render/text/plain-text.ts';
import type { StoredAlert } from '../../../shared/store/alerts/alerts.ts';

/** A value of an exported record: a list is joined with blanks in CSV, and an object is JSON. */
type ExportedValue = string | number | boolean | null | readonly unknown[] | object;
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

export const FORMATS = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof FORMATS)[number];

/** A file that grows by one record at a time; memory holds no more than the stream's buffer. */
interface RecordFile {
  /** The name of the file in its folder. */
  name: string;
  write(record: Exported): Promise<void>;
  /** Writes the rest and closes the file. */
  end(): Promise<void>;
}

/**
 * Creates a file of records in a folder, readable by its owner alone. The columns of CSV are those of the first
 * record.
 *
 * @throws the error of the file system, when the file cannot be written.
 */
export function openRecordFile(
  folder: string,
  { kind, format }: { kind: string; format: ExportFormat },
): RecordFile {
  const name = `${kind}.${format}`;
  const stream = createWriteStream(join(folder, name), { mode: 0o600 });
  const done = finished(stream);
  done.catch(() => undefined);
  let isFirst = true;
  const put = async (text: string): Promise<void> => {
    if (stream.errored) throw stream.errored;
    if (!stream.write(text)) await Promise.race([once(stream, 'drain'), done]);
  };
  return {
    name,
    async write(record) {
      if (format === 'csv' && isFirst) await put(csvLine(Object.keys(record)));
      isFirst = false;
      await put(format === 'csv' ? csvLine(Object.values(record)) : `${JSON.stringify(record)}\n`);
    },
    async end() {
      stream.end();
      await done;
    },
  };
}

/** Cells as the other CSV of Bellwether has them: a spreadsheet runs none as a formula. */
function csvLine(values: readonly ExportedValue[]): string {
  return `${values.map((value) => csvCell(cellText(value))).join(',')}\n`;
}

function cellText(value: ExportedValue): number | string {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (value === null) return '';
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return isList ? value.join(' | ') : JSON.stringify(value);
}
