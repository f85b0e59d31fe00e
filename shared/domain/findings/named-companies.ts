import type { Finding } from './finding.ts';

/**
 * The companies that a finding names, as the news or the service spells them: the one an event is about, those of a watchlist
 * that a record is about, and those that stand in an article or in the fields of a record.
 */
export function namedCompanies({
  facts,
  entities = [],
  companies = [],
}: Pick<Finding, 'facts' | 'entities' | 'companies'>): string[] {
  const about = facts?.['company_name'];
  return [...(about === undefined ? [] : [about]), ...entities.map(({ name }) => name), ...companies];
}
