import type { Joined } from '../findings/finding.ts';
import { comparedTexts, rarityOf, wordsWithStems } from './article-words.ts';
import { sharedInTexts } from './article-text.ts';
import type { Article } from './join-rule.ts';
import { likenessOf, type OpenStory, storyCosine } from './open-story.ts';
import type { SimilarityProfile } from './similarity-profile.ts';

/** Why a finding joins a story: the same headline, or the words that both have. */
export function reasonOf(
  { finding, article }: SimilarityProfile,
  { story, odds }: { story: OpenStory | undefined; odds?: number | undefined },
): Joined {
  if (story?.headlines.some(({ title }) => title === article.headline.title)) return { by: 'headline' };
  const { title, text } = comparedTexts(finding);
  const words = wordsIn(title, new Set(story?.title.keys()));
  const texts = wordsIn(text, new Set(story && sharedInTexts(article.words, story)));
  return {
    by: 'words',
    words,
    ...(texts.length > 0 && { texts }),
    ...(story && cosineWith(article, story)),
    ...(odds !== undefined && { odds: Math.round(odds * 10) / 10 }),
  };
}

/** The cosine of the embeddings, where it counts. */
function cosineWith({ embedding }: Article, story: OpenStory): { cosine?: number } {
  const cosine = likenessOf(embedding, story) > 0 && storyCosine(embedding, story);
  return cosine ? { cosine: Math.round(cosine * 100) / 100 } : {};
}

/** So many words are kept of those by which an article joined a story. */
const SHOWN_WORDS = 8;

/** The words of a text with some stems, each stem once, the rarest first. */
function wordsIn(text: string, stems: ReadonlySet<string>): string[] {
  if (stems.size === 0) return [];
  const shared = wordsWithStems(text).filter(({ stem }) => stems.has(stem));
  const byRarity = shared.toSorted((a, b) => rarityOf(b.stem) - rarityOf(a.stem));
  return [...new Map(byRarity.map(({ stem, word }) => [stem, word])).values()].slice(0, SHOWN_WORDS);
}
