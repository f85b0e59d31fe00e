import * as z from 'zod';
import type { Company, Watchlist } from '../../domain/watches/watchlist.ts';
import { expecting } from './expectations.ts';
import { oneOf, textSchema, yesOrNo } from './values.ts';

/** The service makes entities a hundred at a time; more than this no job could follow one by one. */
const MOST_COMPANIES = 1_000;

const id = expecting(z.string().regex(/^[\w.-]{1,100}$/), {
  expected: 'letters, digits, dots, dashes and underscores, at most 100, such as acme or C-1042',
});
const domain = expecting(
  z
    .string()
    .max(100)
    .regex(/^[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+$/),
  {
    expected: 'a domain without https://, such as acme.example',
  },
);
const names = z.array(textSchema).max(50);

const company = z.strictObject({
  name: textSchema.describe('What the company is called.'),
  id: id.optional().describe('Your own id of it, told in alerts. Left out: its domain, or its name.'),
  domain: domain.optional().describe('Its site: what tells it from others of the same name.'),
  description: textSchema.optional().describe('What it does, in a sentence.'),
  alternative_names: names.optional().describe('What else it is called.'),
  key_persons: names.optional().describe('Who leads it.'),
});

export const watchlistSchema = z.strictObject({
  companies: expecting(z.array(company).min(1).max(MOST_COMPANIES), {
    expected: `a list of at most ${MOST_COMPANIES} companies, such as [{ name: Acme, domain: acme.example }]`,
  })
    .optional()
    .describe('The companies.'),
  file: expecting(z.string().regex(/^[\w][\w .-]*\.csv$/i), {
    expected: 'the name of a CSV file in the same folder, such as suppliers.csv',
  })
    .optional()
    .describe(
      'A CSV file beside this one, in place of companies: with the columns name, and id, domain, description, alternative_names and key_persons, the last two parted by ;.',
    ),
});

/** What a watch of kind extraction has beside the others. */
export const jobFields = {
  mode: oneOf(['job', 'monitor'])
    .optional()
    .describe(
      'job (default): each run starts a job. monitor: the service repeats the job by itself and sends what is new.',
    ),
  backfill: yesOrNo
    .optional()
    .describe('Of a monitor: it also fills the gap before its first run. Default true.'),
  watchlist: z
    .string()
    .optional()
    .describe('The name of a watchlist of this file: its companies are followed one by one.'),
};

type WrittenList = z.output<typeof watchlistSchema>;

/** Watchlists with a key for every company. */
export function watchlistOf(name: string, { companies = [] }: WrittenList): Watchlist {
  return { name, companies: companies.map(companyOf) };
}

function companyOf(written: z.output<typeof company>): Company {
  const { name, domain: site, description, alternative_names = [], key_persons = [] } = written;
  return {
    key: companyKey(written),
    name,
    ...(site !== undefined && { domain: site.toLowerCase() }),
    ...(description !== undefined && { description }),
    alternativeNames: [...new Set(alternative_names)],
    keyPersons: [...new Set(key_persons)],
  };
}

/** Own id, else domain, else name: so a company that changes its name is the same one. */
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
