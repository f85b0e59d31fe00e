import { UNRANKED } from '../../../../../shared/domain/findings/finding.ts';
import { domainOf, isWithin } from '../library/addresses.ts';
import type { Entry } from '../library/entry.ts';
import type { Keep } from '../library/find-hits.ts';
import type { DomainInfo } from '../library/domain-info.ts';
import type { Outlets } from '../library/outlets.ts';
import type { Parameters } from '../request/parameters.ts';
import { listFilters } from './list-filter.ts';

/** The filters on the outlet that printed an article; what was not sent keeps everything. */
export function sourceFilters(parameters: Parameters, outlets: Outlets): Keep[] {
  return [
    ...domainFilters(parameters, outlets),
    ...rankFilters(parameters),
    ...kindFilters(parameters),
    ...listFilters(parameters, 'lang', ({ language }) =>
      isChinese(language) ? [language, 'zh'] : [language],
    ),
    ...listFilters(parameters, 'countries', ({ country }) => [country]),
  ];
}

/** `zh` means both of the service's own codes for Chinese. */
function isChinese(language: string): boolean {
  return language === 'cn' || language === 'tw';
}

function domainFilters(parameters: Parameters, outlets: Outlets): Keep[] {
  const wanted = parameters.list('sources').map(domainOf);
  const unwanted = parameters.list('not_sources').map(domainOf);
  const predefined = parameters.list('predefined_sources');
  const names = parameters.list('source_name').map((name) => name.toLowerCase());
  const best = new Set(predefined.flatMap((entry) => outlets.best(entry)));
  const isFrom = (entry: Entry) => (domain: string) =>
    isWithin(entry.host, domain) || isWithin(entry.domain, domain);
  return [
    ...(wanted.length > 0 ? [(entry: Entry) => wanted.some(isFrom(entry))] : []),
    ...(unwanted.length > 0 ? [(entry: Entry) => !unwanted.some(isFrom(entry))] : []),
    ...(predefined.length > 0 ? [(entry: Entry) => best.has(entry.domain)] : []),
    ...(names.length > 0
      ? [(entry: Entry) => names.some((name) => entry.sourceName.toLowerCase().includes(name))]
      : []),
  ];
}

function rankFilters(parameters: Parameters): Keep[] {
  const rankedOnly = parameters.flag('ranked_only') === true;
  const from = parameters.number('from_rank') ?? 1;
  const to = parameters.number('to_rank') ?? UNRANKED;
  return [({ rank }) => (!rankedOnly || rank < UNRANKED) && from <= rank && rank <= to];
}

function kindFilters(parameters: Parameters): Keep[] {
  const fits = kindTest(parameters);
  return fits ? [({ outletKind }) => fits(outletKind)] : [];
}

/** The test of `is_news_domain`, `news_domain_type` and `news_type`; undefined where none of them was sent. */
export function kindTest(parameters: Parameters): ((kind: DomainInfo) => boolean) | undefined {
  const isNews = parameters.flag('is_news_domain');
  const domainTypes = parameters.list('news_domain_type');
  const newsTypes = parameters.list('news_type');
  if (isNews === undefined && domainTypes.length + newsTypes.length === 0) return undefined;
  return (kind) => {
    if (isNews !== undefined && kind.is_news_domain !== isNews) return false;
    if (domainTypes.length > 0 && !domainTypes.includes(kind.news_domain_type)) return false;
    return newsTypes.length === 0 || newsTypes.includes(kind.news_type);
  };
}
