import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import { cleanLine, cleanLines } from '../../../../../shared/domain/text/clean-text.ts';
import type { CorpusArticle } from '../../kit/corpus/corpus.ts';

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

/** An article for the rules; undefined when it is not English. */
export function reportOf({ record, publishedAt }: CorpusArticle): Report | undefined {
  if (record.language && record.language !== 'en') return undefined;
  const title = withoutLabels(cleanLine(record.title).slice(0, TITLE_CHARACTERS));
  const lead = cleanLines(
    `${record.description ?? ''}\n${record.content ?? ''}`.slice(0, 2 * CHARACTERS),
  ).slice(0, CHARACTERS);
  const sentences = lead
    .split(/\n+/)
    .flatMap((paragraph) => sentencesOf(paragraph))
    .filter((sentence, index, all) => all.indexOf(sentence) === index)
    .slice(0, SENTENCES);
  return { title, sentences: [title, ...sentences], publishedAt };
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
