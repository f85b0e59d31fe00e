import { DAY, type Instant } from '../../../../../shared/domain/time/instant.ts';
import { echoOf } from '../envelope.ts';
import { sourceFilter } from '../article-filters.ts';
import { domainInfoOf, domainOf, isWithin } from '../library/entry.ts';
import type { Outlet, Outlets } from '../library/outlets.ts';
import type { Newsroom } from '../newsroom.ts';
import type { Parameters } from '../request/parameters.ts';

/** The plan shows no more outlets than this (news service, sources). */
const MOST_SHOWN = 1_000;

/** Answers `sources`: the outlets of the corpus, best-ranked first. It has no pages and no total. */
export function listSources({ outlets }: Newsroom, parameters: Parameters): Record<string, unknown> {
  const found = outlets.all.filter(outletFilter(parameters, outlets));
  const withInfo = parameters.flag('include_additional_info') === true;
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

/** An outlet is found when one of its articles passes the filters on outlets. */
function outletFilter(parameters: Parameters, outlets: Outlets): (outlet: Outlet) => boolean {
  const domains = parameters.list('source_url').map(domainOf);
  const keep = sourceFilter(parameters, outlets);
  return ({ domain, entries }) =>
    (domains.length === 0 || domains.some((wanted) => isWithin(domain, wanted))) && entries.some(keep);
}
