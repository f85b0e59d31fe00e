import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type AlertState, watchesOf } from '../../../shared/domain/alerts/alert.ts';
import { channelNameOf } from '../../../shared/domain/channels/channel.ts';
import { type Finding, sentimentOf, type StoredFinding } from '../../../shared/domain/findings/finding.ts';
import { storyOfRecord, type StoryRecord } from '../../../shared/domain/stories/story.ts';
import { type Instant, isoOf } from '../../../shared/domain/time/instant.ts';
import { withNulls } from '../print-values.ts';
import { csvCell } from '../../../shared/render/text/plain-text.ts';
import type { StoredAlert } from '../../../shared/store/alerts/alerts.ts';

/**
 * One exported record: the columns of CSV in their order, in which a list is joined with blanks and an object is JSON.
 * Unknown values are null. Times are ISO 8601 in UTC.
 */
export type Exported = ReturnType<typeof withNulls>;

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
  return withNulls({
    watch: watchId,
    fingerprint,
    service,
    type,
    foundAt: isoOf(foundAt),
    indexedAt: isoOf(finding.indexedAt),
    publishedAt: timeOf(finding.publishedAt),
    changedAt: timeOf(changedAt),
    title,
    link,
    outlet: outlet?.name,
    domain: outlet?.domain,
    country: outlet?.country,
    rank: outlet?.rank,
    authors,
    language,
    sentiment: sentimentOf(finding),
    snippet: finding.snippet,
    matched: finding.matched,
    excludedBy: finding.excludedBy,
    story,
    joined: joined?.by,
    alert: verdict && 'notified' in verdict ? verdict.notified : undefined,
    silent: verdict && 'silent' in verdict ? verdict.silent : undefined,
    ...detailsOf(finding),
    publishedPrecision: finding.publishedPrecision,
    marks: finding.marks,
    summary: finding.summary,
    translatedTitle: finding.translation?.title,
    translatedText: finding.translation?.text,
    themes: finding.themes,
    people: finding.people,
    places: finding.places,
    iptcTags: finding.iptcTags,
    iptcCodes: finding.iptcCodes,
    iabTags: finding.iabTags,
    customTags: finding.customTags,
    updatedAt: timeOf(finding.updatedAt),
    image: finding.image,
    robotsCompliant: finding.robotsCompliant,
    similar: finding.similar?.map(({ title: other, link: to }) => withNulls({ title: other, link: to })),
  });
}

/** What events and records have besides. */
function detailsOf({ facts, entities, companies, articles, articleCount }: Finding) {
  return {
    facts,
    entities,
    companies,
    articles: articles?.map(({ title, link, publishedAt, publishedPrecision }) =>
      withNulls({ title, link, publishedAt: timeOf(publishedAt), publishedPrecision }),
    ),
    articleCount,
  };
}

/** An alert, with its state. Its items are named by their fingerprints: the findings are exported too. */
export function exportedAlert({ alert, state }: StoredAlert) {
  const [first] = alert.items;
  return withNulls({
    id: alert.id,
    watch: alert.watchId,
    watches: watchesOf(alert),
    brand: alert.brand,
    channel: channelNameOf(alert.channel),
    severity: alert.severity,
    occasion: alert.occasion.type,
    createdAt: isoOf(alert.createdAt),
    state: stateName(state),
    message: state.state === 'notified' ? state.messageId : undefined,
    reason: 'reason' in state ? state.reason : undefined,
    dueAt: state.state === 'pending' ? isoOf(state.dueAt) : undefined,
    title: first?.title,
    link: first?.link,
    findings: alert.items.map(({ fingerprint }) => fingerprint),
    story: alert.story?.id,
    storyArticles: alert.story?.articles,
  });
}

function stateName(state: AlertState): string {
  if (state.state === 'notified') return 'sent';
  return state.state === 'dropped' && state.joinedTo ? 'joined' : state.state;
}

/** A story, with the watches that have found it. */
export function exportedStory({ space, watches, ...record }: StoryRecord) {
  const { id, title, members, ...story } = storyOfRecord({ space, watches, ...record });
  return withNulls({
    id,
    space,
    watches,
    title,
    firstAt: isoOf(story.firstAt),
    lastAt: isoOf(story.lastAt),
    articles: members.length,
    outlets: story.outlets,
    countries: story.countries,
    bestRank: story.bestRank,
    sentiment: story.sentiment,
    findings: members,
  });
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
  /** Puts the file, which has ended, in place of the one that has its name. */
  publish(): Promise<void>;
  /** Removes what was not published. */
  discard(): Promise<void>;
}

/**
 * Creates a file of records in a folder, readable by its owner alone. It has another name until it is published. The
 * columns of CSV are those of the first record.
 *
 * @throws the error of the file system, when the file cannot be written.
 */
export function openRecordFile(
  folder: string,
  { kind, format }: { kind: string; format: ExportFormat },
): RecordFile {
  const name = `${kind}.${format}`;
  const path = join(folder, `.${name}.part`);
  const stream = createWriteStream(path, { mode: 0o600 });
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
    publish: () => rename(path, join(folder, name)),
    async discard() {
      stream.destroy();
      await rm(path, { force: true });
    },
  };
}

/** Cells as the other CSV of Bellwether has them: a spreadsheet runs none as a formula. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map((value) => csvCell(cellText(value))).join(',')}\n`;
}

function cellText(value: unknown): number | string {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return isList ? value.join(' | ') : JSON.stringify(value);
}
