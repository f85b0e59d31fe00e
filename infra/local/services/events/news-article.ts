import { wordTexts } from '../../../../shared/domain/query/words.ts';
import type { CorpusArticle } from '../kit/corpus/article-record.ts';
import type { Plan } from '../kit/plan/plan.ts';
import { openAnalyst } from '../news/analysis/analyst.ts';
import { nlpAnswer } from '../news/answer/analysis-answer.ts';
import { coreOf } from '../news/answer/article-answer.ts';
import { openEntries } from '../news/library/entry.ts';

/** An article with all fields that the news service has of it, and its language layer. */
export interface NewsArticle extends Record<string, unknown> {
  nlp: Readonly<Record<string, unknown>>;
}

/** An article of the corpus as the news service on this machine shows it. */
export function newsArticle(article: CorpusArticle, plan: Plan): NewsArticle {
  const entry = openEntries()(article);
  entry.wordCount = article.record.word_count ?? wordTexts(article.record.content ?? '').length;
  return {
    ...coreOf({ entry, score: 0 }),
    nlp: nlpAnswer(openAnalyst(), { entry, plan, translated: false }),
  };
}
