import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import { cleanLines } from '../../../../../shared/domain/text/clean-text.ts';
import { headlineOf } from '../../../../../shared/domain/text/headline.ts';
import type { CorpusArticle } from '../../kit/corpus/article-record.ts';
import { tellsNews } from '../../kit/text/tells-news.ts';
import { withoutCut } from '../../kit/text/without-cut.ts';

/** What a rule reads of an article: the title and the first sentences, each as it is written. */
export interface Report {
  title: string;
  /** The title first. */
  sentences: readonly string[];
  publishedAt: Instant;
}

/** News tell what happened at the top: that many sentences, and characters, are read. */
const SENTENCES = 8;
const CHARACTERS = 2_500;
const TITLE_CHARACTERS = 400;

/** An English article for the rules; undefined when it reports no news. */
export function reportOf({ record, publishedAt }: CorpusArticle): Report | undefined {
  const outlet = { domain: record.domain_url ?? undefined, name: record.name_source ?? undefined };
  const title = withoutLabels(headlineOf(record.title, outlet).slice(0, TITLE_CHARACTERS));
  if (!tellsNews({ ...record, title })) return undefined;
  const parts = [record.description, record.content].map((part) =>
    withoutCut(cleanLines((part ?? '').slice(0, 2 * CHARACTERS))).replace(DATELINE, ''),
  );
  const sentences = parts
    .join('\n')
    .slice(0, CHARACTERS)
    .split(/\n+/)
    .flatMap((paragraph) => sentencesOf(paragraph))
    .filter((sentence, index, all) => all.indexOf(sentence) === index && !isOfThePast(sentence, publishedAt))
    .slice(0, SENTENCES);
  return { title, sentences: [title, ...sentences], publishedAt };
}

/** `New Delhi:Acme said`, `PARIS/LONDON: Acme said`. */
const DATELINE = /^(?:\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?)(?:\/[\p{L}\s]{2,20})?\s?:\s?(?=[\p{Lu}"“])/u;

/** `In 2013 hackers stole …` in an article of a later year: what it says is history. `Founded in 2013, Acme has …` is not. */
function isOfThePast(sentence: string, publishedAt: Instant): boolean {
  const year = new Date(publishedAt).getUTCFullYear();
  const named =
    /(?<!founded |established |launched |started |incorporated |since |acquired \S{0,20} ?)\b(?:in|during) (?:\p{Lu}\p{L}+ )?((?:19|20)\d\d)\b/iu.exec(
      sentence,
    );
  return named !== null && Number(named[1]) < year;
}

/** The sentences that a pattern is found in, joined, at most 500 characters: what an event gives as its summary. */
export function summaryFrom({ sentences }: Report, pattern: RegExp): string {
  const group = sentences.slice(1).filter((sentence) => pattern.test(sentence));
  const chosen = group.length > 0 ? group.slice(0, 2) : sentences.slice(0, 1);
  return chosen.join(' ').slice(0, 500);
}

/** Behind these a full stop does not end a sentence: `Mt. Gox`, `Acme Inc. raised`, `J. Doe`. */
const ABBREVIATION =
  /(?:^|[\s(])(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Mt|Gov|Sen|Rep|Inc|Corp|Co|Ltd|Bros|No|vs|[A-Z]\.[A-Z])\.$/;

function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = [];
  for (const part of paragraph.split(/(?<=[.!?]["”’)]?)\s+(?=["“(]?[\p{Lu}\d])/u)) {
    const last = sentences.at(-1);
    if (last !== undefined && ABBREVIATION.test(last)) sentences[sentences.length - 1] = `${last} ${part}`;
    else if (part.trim() !== '') sentences.push(part.trim());
  }
  return sentences;
}

/** `UPDATE 2-Acme cuts jobs - Example News` without the desk's label and the outlet. */
function withoutLabels(title: string): string {
  return title
    .replace(
      /^(?:(?:UPDATE|WRAPUP|RPT)\s?\d*\s?-\s?|(?:exclusive|breaking|report|analysis|watch|live)\s?[:-]\s+)/i,
      '',
    )
    .replace(/\s+[-–|]\s+[\p{Lu}][\p{L}. ]{2,30}$/u, '')
    .trim();
}
