import * as z from 'zod';
import { defined } from '../../../domain/lib/fields.ts';
import type { Company, Watchlist } from '../../../domain/watches/watchlist.ts';
import { booleanSchema, oneOf, textSchema, withExpectation } from './values.ts';

/** The service makes entities a hundred at a time, and no job can follow more companies than this one by one. */
const MOST_COMPANIES = 1_000;

const id = withExpectation(z.string().regex(/^[\w.-]{1,100}$/), {
  noun: 'id',
  expected: 'at most 100 letters, digits, dots, dashes and underscores, such as acme or C-1042',
});
const domain = withExpectation(
  z
    .string()
    .max(100)
    .regex(/^[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+$/),
  {
    noun: 'domain',
    expected: 'a domain without https://, such as acme.example',
  },
);
const names = z.array(textSchema).max(50);

const company = z.strictObject({
  name: textSchema.describe('The name of the company.'),
  id: id
    .optional()
    .describe('Your own id of the company, which alerts show. Left out: its domain, or its name.'),
  domain: domain
    .optional()
    .describe('The website of the company, which distinguishes it from others with the same name.'),
  description: textSchema.optional().describe('What the company does, in one sentence.'),
  alternative_names: names.optional().describe('Other names of the company.'),
  key_persons: names.optional().describe('The people who lead the company.'),
});

export const watchlistSchema = z
  .strictObject({
    companies: withExpectation(z.array(company).min(1).max(MOST_COMPANIES), {
      expected: `a list of at most ${MOST_COMPANIES} companies, such as [{ name: Acme, domain: acme.example }]`,
    }).describe('The companies.'),
    file: withExpectation(z.string().regex(/^[\w][\w .-]*\.csv$/i), {
      noun: 'file name',
      expected: 'the name of a CSV file in the same folder, such as suppliers.csv',
    }).describe(
      'A CSV file in the same folder, instead of companies. Its columns: name, and if you want id, domain, description, alternative_names and key_persons. Write ; between the values of the last two.',
    ),
  })
  .partial();

/** The fields that only a watch of kind extraction has. */
export const jobFields = z
  .object({
    mode: oneOf(['job', 'monitor']).describe(
      'job (default): each run starts a job. monitor: the service repeats the job itself and sends new records.',
    ),
    backfill: booleanSchema.describe(
      'Only for a monitor. true (default): it also covers the time before its first run.',
    ),
    watchlist: z
      .string()
      .describe('The name of a watchlist of this file. The watch follows each of its companies.'),
  })
  .partial().shape;

type WrittenWatchlist = z.output<typeof watchlistSchema>;
type WrittenCompany = z.output<typeof company>;

/** A watchlist with a key for every company. */
export function watchlistOf(name: string, { companies = [] }: WrittenWatchlist): Watchlist {
  return { name, companies: companies.map(companyOf) };
}

function companyOf(written: WrittenCompany): Company {
  const { name, domain: site, description, alternative_names = [], key_persons = [] } = written;
  return defined<Company>({
    key: companyKey(written),
    name,
    domain: site?.toLowerCase(),
    description,
    alternativeNames: [...new Set(alternative_names)],
    keyPersons: [...new Set(key_persons)],
  });
}

/**
 * The id of the company, else its domain, else its name, so that a company that changes its name stays the same one.
 */
export function companyKey(written: {
  id?: string | undefined;
  domain?: string | undefined;
  name: string;
}): string {
  if (written.id !== undefined) return written.id;
  if (written.domain !== undefined) return written.domain.toLowerCase();
  return written.name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 100);
}
