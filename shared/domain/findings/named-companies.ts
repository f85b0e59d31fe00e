import type { Finding } from './finding.ts';

/**
 * The companies that a finding names, as the news or the service spells them: the company of an event, the watchlist
 * companies of a record, and the organisations of an article or of a record's fields.
 */
export function namedCompanies({
  facts,
  entities = [],
  companies = [],
}: Pick<Finding, 'facts' | 'entities' | 'companies'>): string[] {
  const eventCompany = facts?.['company_name'] ?? [];
  return [eventCompany, entities.map(({ name }) => name), companies].flat();
}
