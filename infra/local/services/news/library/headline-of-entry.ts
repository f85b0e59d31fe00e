import { headlineOf } from '../../../../../shared/domain/text/headline.ts';
import type { Entry } from './entry.ts';

/** The title of an article as readers see it: by it the service compares articles. Answers give the title as it is written. */
export function headlineOfEntry({ record, domain }: Pick<Entry, 'record' | 'domain'>): string {
  return headlineOf(record.title, { domain, name: record.name_source ?? undefined });
}
