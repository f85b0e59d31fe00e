import type { Enrichment } from './criteria.ts';
import { extractCompany } from './extract/company.ts';
import { extractDate } from './extract/date.ts';
import type { Extract } from './extract/extracted.ts';
import { extractNumber } from './extract/number.ts';
import { extractOption } from './extract/option.ts';
import { extractText } from './extract/text.ts';
import { extractUrl } from './extract/url.ts';
import type { Reading } from './reading.ts';

const EXTRACT: Readonly<Record<Enrichment['type'], Extract>> = {
  text: extractText,
  number: extractNumber,
  date: extractDate,
  option: extractOption,
  url: extractUrl,
  company: extractCompany,
};

/** Values by field name, and how sure each is, 0 to 1 to two decimals. */
export interface Enriched {
  values: Record<string, unknown>;
  confidence: Record<string, number>;
}

/** Takes the fields out of a cluster. A field that finds nothing is null with confidence 0. */
export function enrich(reading: Reading, fields: readonly Enrichment[]): Enriched {
  const found = fields.map((field) => [field.name, EXTRACT[field.type](field, reading)] as const);
  return {
    values: Object.fromEntries(found.map(([name, { value }]) => [name, value])),
    confidence: Object.fromEntries(
      found.map(([name, { confidence }]) => [name, Math.round(confidence * 100) / 100]),
    ),
  };
}
