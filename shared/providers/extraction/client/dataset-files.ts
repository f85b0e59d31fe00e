import { FormData } from 'undici';
import * as z from 'zod';
import { type CallOptions, doing, type HttpClient } from '../../http/http-client.ts';
import { identifier, list, maybe, maybeNumber, maybeText } from '../../http/lenient.ts';
import { jsonReader } from '../../http/reader.ts';

const UPLOAD = doing('POST', '/datasets/upload');
const ADD_CSV = doing('POST', '/datasets/{dataset_id}/upload');

const validationReport = z.object({
  total_rows: maybeNumber,
  valid_rows: maybeNumber,
  skipped_count: maybeNumber,
  skipped_rows: list(z.object({ row: maybeNumber, reason: maybeText })),
});

/** The results of the rows of a CSV. */
const csvTaken = z.object({
  dataset_id: identifier,
  dataset_name: maybeText,
  entities_created: maybeNumber,
  validation_report: maybe(validationReport),
});

/**
 * A CSV of companies. Columns: domain and name; optional: description, and alternative_names and key_persons
 * separated by `;`.
 */
interface CsvUpload {
  csv: string;
  name: string;
  description?: string;
  project_id?: string;
}

/** Datasets from files. A file of its own, so that functions that send no files do not bundle forms. */
export function datasetFiles(http: HttpClient) {
  return {
    /** Creates a dataset from a CSV. Rows without a domain are skipped and reported. Sent once. */
    upload: ({ csv, ...fields }: CsvUpload, options?: CallOptions) =>
      http.call({ endpoint: UPLOAD, form: formOf(csv, fields), read: jsonReader(csvTaken) }, options),
    /** Adds the companies of a CSV. Sent once. */
    addCsv: (dataset_id: string, { csv, ...options }: { csv: string } & CallOptions) => {
      const call = { endpoint: ADD_CSV, ids: { dataset_id }, form: formOf(csv, {}) };
      return http.call({ ...call, read: jsonReader(csvTaken) }, options);
    },
  };
}

function formOf(csv: string, fields: Readonly<Record<string, string | undefined>>): FormData {
  const form = new FormData();
  form.set('file', new Blob([csv], { type: 'text/csv' }), 'companies.csv');
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.set(name, value);
  }
  return form;
}
