import type { Finding } from '../../../shared/domain/findings/finding.ts';
import type { Window } from '../../../shared/domain/time/window.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import {
  ARTICLE_GROUPS,
  type ArticleGroup,
  type GroupCount,
  type newsGroupCounter,
} from '../../../shared/providers/news/group-counter.ts';

/** The matches of a watch by outlet, country and language, the most first. */
export interface MatchGroups extends Readonly<Record<ArticleGroup, readonly GroupCount[]>> {
  /** True: the service counted all matches. False: they are those of one page. */
  counted: boolean;
}

type CountGroup = ReturnType<typeof newsGroupCounter>;

/**
 * Groups the matches of a watch: as the service counts them, one call for each of the three groups, or else by the
 * findings of one page. The first group that the service does not count ends the calls.
 */
export async function groupMatches(
  asked: { watch: Watch; window: Window },
  { findings, count }: { findings: readonly Finding[]; count: CountGroup | undefined },
): Promise<{ groups: MatchGroups; calls: number }> {
  const counted: Partial<Record<ArticleGroup, GroupCount[]>> = {};
  let calls = 0;
  for (const group of count ? ARTICLE_GROUPS : []) {
    const answer = await count?.({ ...asked, group }, { deadline: Number.POSITIVE_INFINITY });
    calls += answer?.calls ?? 0;
    if (!answer?.counts) break;
    counted[group] = answer.counts;
  }
  const { source, country, language } = counted;
  if (source && country && language) return { groups: { source, country, language, counted: true }, calls };
  const groups = {
    source: countsOf(findings, ({ outlet }) => outlet?.domain),
    country: countsOf(findings, ({ outlet }) => outlet?.country),
    language: countsOf(findings, (finding) => finding.language),
  };
  return { groups: { ...groups, counted: false }, calls };
}

function countsOf(findings: readonly Finding[], valueOf: (one: Finding) => string | undefined): GroupCount[] {
  const byValue = Map.groupBy(findings, valueOf);
  return [...byValue]
    .flatMap(([value, own]) => (value === undefined ? [] : [{ value, articles: own.length }]))
    .toSorted((a, b) => b.articles - a.articles || (a.value < b.value ? -1 : 1));
}
