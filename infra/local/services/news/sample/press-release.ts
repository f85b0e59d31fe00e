import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import type { Chance } from '../../kit/chance.ts';
import type { ArticleRecord } from '../../kit/corpus/article-record.ts';
import { drawFacts } from './facts.ts';
import type { Phrases } from './phrases.ts';
import type { SampleLanguage } from './languages.ts';
import { sampleArticle } from './sample-article.ts';
import { type Brand, BRANDS } from './world.ts';
import { drawOutline } from './write-text.ts';

/** A topic that is no event for the other services, and that may come each week. */
const TOPIC = 'contract';

interface Release {
  at: Instant;
  chance: Chance;
  phrases: ReadonlyMap<SampleLanguage, Phrases>;
}

/**
 * The press releases that companies with a newsroom publish at an instant, on their own domain: in English, without a rank
 * and an author, and without a word on the first company, so that they do not change what its watches find.
 */
export function pressReleases({ at, chance, phrases }: Release): ArticleRecord[] {
  return BRANDS.flatMap((company) => {
    const release = company.newsroom && writeRelease({ company, at, chance, phrases });
    return release ? [{ ...release, author: '', authors: [], journalists: [] }] : [];
  });
}

function writeRelease({ company, at, chance, phrases }: Release & { company: Brand }) {
  const english = phrases.get('en');
  const words = english?.topics[TOPIC];
  const rival = BRANDS.slice(1).find((brand) => brand !== company && brand.sector === company.sector);
  if (!company.newsroom || !english || !words || !rival) return undefined;
  const facts = { ...drawFacts(at, { topicId: TOPIC, company }, chance), rival };
  const outlet = {
    ...company.newsroom,
    domain: company.domain,
    rank: undefined,
    language: 'en' as const,
    newsType: 'Press Releases' as const,
    domainType: 'Press Releases' as const,
  };
  const outline = drawOutline({ topic: words, phrases: english }, chance);
  const storyId = `release-${company.domain}-${at.toString(36)}`;
  return sampleArticle(
    { outlet, language: 'en', outline, publishedAt: at },
    { facts, storyId, chance, phrases },
  );
}
