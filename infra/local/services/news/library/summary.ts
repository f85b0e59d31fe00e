import type { ArticleRecord } from '../../kit/corpus/article-record.ts';

/** How much of an article a summary is made from, and how long it grows, in UTF-16 units. */
const READ = 1_200;
const LONGEST = 400;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * The summary of an article: the one the corpus gives, else its first sentences. Only English articles have one of our
 * own (news service, nlp object, own analysis).
 */
export function summaryOf({ nlp, language, content }: ArticleRecord): string | undefined {
  if (nlp?.summary) return nlp.summary;
  return language === 'en' && content ? leadOf(content) : undefined;
}

function leadOf(content: string): string | undefined {
  let lead = '';
  for (const { segment } of sentences.segment(content.slice(0, READ))) {
    if (lead !== '' && lead.length + segment.length > LONGEST) break;
    lead += segment;
  }
  return lead.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST) || undefined;
}
