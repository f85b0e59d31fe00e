import type { StoredFinding } from '../../../domain/findings/finding.ts';
import type { HttpAnswer } from '../../../domain/pages/http-exchange.ts';
import { fieldsOf, type RecordsView } from '../../../domain/pages/search/records-view.ts';
import { isoOf } from '../../../domain/time/instant.ts';
import { csvCell } from '../../text/csv-cell.ts';
import { csvAnswer, jsonAnswer } from '../parts/page-answer.ts';

/** The records of a table as CSV: one row each, one column for each field. A spreadsheet runs no cell as a formula. */
export function recordsCsv({ columns, rows }: RecordsView): HttpAnswer {
  const head = ['id', 'foundAt', 'publishedAt', 'title', 'link', ...columns, 'companies', 'sources'];
  const lines = rows.map((row) => {
    const { id, foundAt, publishedAt, title, link, fields, companies, sources } = documentOf(row);
    const cells = columns.map((name) => fields[name] ?? '');
    const links = sources.flatMap((source) => source.link ?? []);
    return [
      id,
      foundAt,
      publishedAt ?? '',
      title,
      link ?? '',
      ...cells,
      companies.join(' | '),
      links.join(' | '),
    ];
  });
  return csvAnswer(
    [head, ...lines].map((cells) => `${cells.map((cell) => csvCell(cell)).join(',')}\n`).join(''),
  );
}

/** The same as JSON, with the sources of each record. */
export function recordsJson({ query, rows, read, isCut }: RecordsView): HttpAnswer {
  const { watch, from, to } = query;
  return jsonAnswer({ v: 1, watch, from, to, read, isCut, records: rows.map(documentOf) });
}

function documentOf({ finding, foundAt }: StoredFinding) {
  const { fingerprint, publishedAt, title, link, entities = [], companies = [], articles = [] } = finding;
  return {
    id: fingerprint,
    foundAt: isoOf(foundAt),
    publishedAt: timeOf(publishedAt),
    title,
    link: link ?? null,
    fields: fieldsOf(finding),
    companies: [...new Set([...entities.map(({ name }) => name), ...companies])],
    sources: articles.map((article) => ({
      title: article.title,
      link: article.link ?? null,
      publishedAt: timeOf(article.publishedAt),
    })),
  };
}

function timeOf(at: number | undefined): string | null {
  return at === undefined ? null : isoOf(at);
}
