import { setImmediate as breathe } from 'node:timers/promises';
import { defined } from '../../../../shared/domain/lib/fields.ts';
import { idOf } from '../../../../shared/domain/lib/hash.ts';
import type { EventType } from '../../../../shared/domain/services/event-filters.ts';
import { headlineOf } from '../../../../shared/domain/text/headline.ts';
import { DAY, type Instant } from '../../../../shared/domain/time/instant.ts';
import { type Amount, amountsIn, countOf } from '../kit/amounts.ts';
import type { CorpusArticle } from '../kit/corpus/article-record.ts';
import { dayIn } from '../kit/days.ts';
import { EVENT_KINDS, type EventKind } from '../kit/event-kinds.ts';
import { labelsOf } from '../kit/labels.ts';
import { eventOf, leadOf } from '../kit/read-event.ts';
import { type Body, type EventSource, layoffRelation, type StoredEvent } from './stored-event.ts';

/** Articles on one event follow each other within so many days; later ones are of another. */
const SAME_EVENT = 10 * DAY;

/** After so many articles others get their turn. */
const BATCH = 200;

/** An event that an article reports. */
interface Report {
  type: EventType;
  company: string | null;
  /** Articles with the same one report the same. */
  subject: string;
  /** Left out: the day of the article. */
  eventAt?: Instant | undefined;
  body: Body;
}

/**
 * The events of articles: those of their labels (kit/labels.ts), and of English articles without labels what the
 * title and the first sentences say of breaches, layoffs and funding at a named company. Of articles on the same event the
 * first gives the facts and dates the extraction, the others are further sources.
 */
export async function discoverEvents(articles: readonly CorpusArticle[]): Promise<StoredEvent[]> {
  const events = new Map<string, (StoredEvent & { sources: EventSource[] })[]>();
  for (const [index, article] of articles.toSorted(byTime).entries()) {
    if (index % BATCH === BATCH - 1) await breathe();
    for (const report of reportsOf(article)) {
      const { type, company, subject, body, eventAt } = report;
      const source = { articleId: article.id, parsedAt: article.parsedAt };
      const known = events.get(subject) ?? [];
      const latest = known.at(-1);
      const lastAt = latest?.sources.at(-1)?.parsedAt ?? -Infinity;
      if (latest && article.parsedAt - lastAt <= SAME_EVENT) {
        latest.sources.push(source);
        continue;
      }
      known.push({
        id: idOf('event', subject, article.id),
        type,
        company,
        eventAt: eventAt ?? Math.floor(article.publishedAt / DAY) * DAY,
        extractedAt: article.parsedAt,
        body,
        sources: [source],
      });
      events.set(subject, known);
    }
  }
  return [...events.values()].flat();
}

/** The order of the corpus decides nothing: articles of one instant are read in the order of their ids. */
function byTime(a: CorpusArticle, b: CorpusArticle): number {
  return a.parsedAt - b.parsedAt || (a.id < b.id ? -1 : 1);
}

function reportsOf(article: CorpusArticle): Report[] {
  const { record, id } = article;
  const { event, facts, story = id } = labelsOf(record);
  if (event) {
    const { event_type: type, company_name: company = null } = event;
    return [{ type, company, subject: `${type} ${story}`, body: event[type] ?? {} }];
  }
  const isRead = facts === undefined && (record.language ?? 'en') === 'en';
  return isRead ? TYPES.flatMap(([type, kind]) => readReport(article, { type, kind }) ?? []) : [];
}

type Text = keyof typeof BODIES;

const kindOf = (name: string): EventKind[] => EVENT_KINDS.filter((kind) => kind.name === name);
const TYPES = (['data_breach', 'layoff', 'fundraising'] as const).flatMap((type) =>
  kindOf(type).map((kind) => [type, kind] as const),
);

function readReport(
  { record, publishedAt }: CorpusArticle,
  { type, kind }: { type: Text; kind: EventKind },
): Report | undefined {
  const outlet = { domain: record.domain_url ?? undefined, name: record.name_source ?? undefined };
  const title = headlineOf(record.title, outlet);
  const found = eventOf({ ...record, title }, kind);
  if (found?.company === undefined) return undefined;
  const { company } = found;
  const lead = leadOf({ ...record, title });
  const sentences = [...new Set([...found.sentences, ...lead])];
  const body = BODIES[type]({ title, company, sentences, summary: lead.slice(0, 3).join(' ').slice(0, 500) });
  const subject = `${type} ${company.toLowerCase().replace(/ (?:inc|corp|co|ltd|llc|plc)$/, '')}`;
  const eventAt = first(lead.slice(1), (sentence) => dayIn(sentence, publishedAt));
  return body && { type, company, subject, eventAt, body };
}

interface Reading {
  title: string;
  company: string;
  summary: string;
  /** Those that tell of the event first. */
  sentences: readonly string[];
}

const PEOPLE = /^(?:workers?|employees|jobs|people|staff|positions|roles)$/;
const CONCERNED = /^(?:customers?|users|accounts|patients|people|records|members|cards|passwords)$/;

/** The object named like the type, as far as the sentences fill it; undefined without what it must have. */
const BODIES = {
  data_breach({ title, summary, sentences }: Reading): Body {
    const count = countIn(sentences, CONCERNED);
    return { title, summary, impacted: count === undefined ? [] : [`${count} people or records`] };
  },
  layoff({ company, summary, sentences }: Reading): Body {
    const people = countIn(sentences, PEOPLE);
    const share = first(sentences, (sentence) => amountsIn(sentence).find(({ unit }) => unit === '%')?.value);
    return {
      summary,
      how_much_related: layoffRelation({ company, places: [], people: people ?? share }),
      ...defined({ number_of_people_laid_off: people, percentage_of_people_laid_off: share }),
    };
  },
  fundraising({ title, summary, sentences }: Reading): Body | undefined {
    const isSum = ({ unit }: Amount) => unit !== undefined && unit !== '%';
    const sum = first(sentences, (sentence) => amountsIn(sentence).find(isSum));
    const round = /\b(?:Series [A-E]|(?:Pre-)?Seed)\b/.exec(sentences.join(' '))?.[0] ?? 'Series Unknown';
    return sum && { title, summary, amount: sum.value, currency: sum.unit, funding_type: round };
  },
};

function countIn(sentences: readonly string[], counted: RegExp): number | undefined {
  return first(sentences, (sentence) => countOf(sentence, (word) => counted.test(word)));
}

function first<Value>(
  sentences: readonly string[],
  read: (sentence: string) => Value | undefined,
): Value | undefined {
  for (const sentence of sentences) {
    const value = read(sentence);
    if (value !== undefined) return value;
  }
  return undefined;
}
