import { dayOf } from '../../../../../shared/domain/time/instant.ts';
import type { Reading } from './reading.ts';

/** The text in place of a placeholder that nothing fills. */
const UNKNOWN = 'unknown';

/**
 * Fills a template such as `[COMPANY] cut [JOBS_CUT] jobs`: a placeholder is the name of a field, in any case and with
 * blanks or underscores; TITLE, DATE, PEOPLE, PLACE, SOURCE and LINK are always there (extraction service, submit).
 */
export function fillTemplate(
  template: string,
  { values, reading }: { values: Readonly<Record<string, unknown>>; reading: Reading },
): string {
  const fields = new Map(Object.entries(values).map(([name, value]) => [plain(name), wordsFor(value)]));
  return template.replaceAll(/\[([^[\]]{1,100})\]/g, (_, name: string) => {
    return fields.get(plain(name)) ?? builtIn(plain(name), reading) ?? UNKNOWN;
  });
}

function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

function wordsFor(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'object' && 'source_text' in value) return wordsFor(value.source_text);
  return JSON.stringify(value);
}

function builtIn(name: string, reading: Reading): string | undefined {
  const [first] = reading.articles;
  const { people, places, organizations } = reading.names();
  const known: Readonly<Record<string, string | undefined>> = {
    title: reading.title,
    date: first && dayOf(first.publishedAt),
    people: people.join(', ') || undefined,
    place: places[0],
    name: organizations[0] ?? people[0],
    source: first?.sourceName ?? first?.domain,
    link: first?.link,
  };
  return known[name];
}
