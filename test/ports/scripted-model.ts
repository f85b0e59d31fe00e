import type { OpenModel } from '../../shared/use-cases/ports/models.ts';

/** What the model sees of an article. */
export interface SeenArticle {
  id: string;
  title: string;
  text: string;
  language?: string;
}

type Entry = Partial<Record<'relevant' | 'reason' | 'raise' | 'summary' | 'id', unknown>>;

/**
 * A model that says of each article what the test wants: an entry, with defaults filled in. Whole answers can be
 * replaced by a text or an error.
 */
export function scriptedModel(
  sayOf: (article: SeenArticle) => Entry = () => ({}),
  instead: (articles: readonly SeenArticle[], call: number) => string | Error | undefined = () => undefined,
) {
  const calls: { articles: readonly SeenArticle[]; instructions: string; deadline: number }[] = [];
  const tokens: number[] = [];
  const open: OpenModel = async () => ({
    async ask({ instructions, text }, { deadline }) {
      const { articles = [] }: { articles?: SeenArticle[] } = JSON.parse(text);
      calls.push({ articles, instructions, deadline });
      const other = instead(articles, calls.length);
      if (other instanceof Error) throw other;
      const entries = articles.map((article) => ({
        id: article.id,
        relevant: true,
        reason: 'So it is.',
        raise: [],
        summary: '',
        ...sayOf(article),
      }));
      tokens.push(1_000 + articles.length);
      return { text: other ?? JSON.stringify({ articles: entries }), tokens: 1_000 + articles.length };
    },
  });
  return { open, calls, tokens };
}
