import { DAY, type Instant } from '../../../../../shared/domain/time/instant.ts';
import { echoOf } from '../envelope.ts';
import { plainFilter } from '../article-filters.ts';
import { domainInfoOf } from '../library/entry.ts';
import type { Outlet } from '../library/outlets.ts';
import type { Newsroom } from '../newsroom.ts';
import type { Parameters } from '../request/read-parameters.ts';

/** The plan shows no more outlets than this (news service, sources). */
const MOST_SHOWN = 1_000;

/** Answers `sources`: the outlets of the corpus, best-ranked first. It has no pages and no total. */
export function listSources({ outlets }: Newsroom, parameters: Parameters): Record<string, unknown> {
  // An outlet is found when one of its articles passes the filters.
  const keep = plainFilter(parameters, outlets);
  const found = outlets.all.filter(({ entries }) => entries.some(keep));
  const withInfo = parameters.flag('include_additional_info');
  const shown = found.slice(0, MOST_SHOWN);
  return {
    message:
      found.length > shown.length
        ? `Your plan shows at most ${MOST_SHOWN} sources; ${found.length} match`
        : `${found.length} sources match`,
    sources: shown.map((outlet) => ({
      domain_url: outlet.domain,
      name_source: outlet.name,
      logo: null,
      language: outlet.languages[0] ?? null,
      country: outlet.country || null,
      ...(withInfo && { additional_info: infoOf(outlet, parameters.now) }),
    })),
    user_input: echoOf(parameters),
  };
}

function infoOf({ entries, country, rank, sample }: Outlet, now: Instant): Record<string, unknown> {
  const week = entries.filter(
    ({ visibleAt, publishedAt }) => visibleAt <= now && now - 7 * DAY <= publishedAt && publishedAt <= now,
  );
  const compliant = entries.filter(({ isRobotsCompliant }) => isRobotsCompliant).length;
  return {
    nb_articles_for_7d: week.length,
    country: country || null,
    rank,
    ...domainInfoOf(sample),
    robots_compliant: `${Math.round((100 * compliant) / entries.length)}%`,
  };
}
