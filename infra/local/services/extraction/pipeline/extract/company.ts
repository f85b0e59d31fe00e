import { namePhrase, timesIn } from '../phrase.ts';
import type { Reading } from '../reading.ts';
import { knownCompaniesIn } from '../sectors.ts';
import { type Extract, NOTHING } from './extracted.ts';

/** Agencies are named in many reports that are not about them. */
const AGENCIES =
  /^(reuters|associated press|ap|afp|bloomberg|cnn|bbc|cnbc|dow jones|the wall street journal|twitter|facebook)$/i;

/** The company named most, titles weighing three times (extraction service, enrichment types: company). */
export const extractCompany: Extract = (_field, reading) => {
  const [best] = companiesOf(reading);
  if (!best) return NOTHING;
  const { name, score } = best;
  const sites = websitesOf(name, reading);
  const [site] = sites;
  const confidence = Math.min(95, 30 + score * 10) / 100;
  return {
    confidence,
    value: {
      source_text: name,
      confidence,
      metadata: {
        name,
        domain_url: site ?? null,
        domain_url_confidence: site === undefined ? null : 'medium',
      },
      name,
      alternative_names: variantsOf(name, reading),
      website_candidates: sites,
      ...around(name, reading),
    },
  };
};

/** Companies of a cluster, most important first. Sources of the articles and agencies are left out. */
export function companiesOf(reading: Reading): { name: string; score: number }[] {
  const sources = new Set(reading.articles.map(({ sourceName }) => sourceName?.toLowerCase()));
  const named = new Set([...reading.names().organizations, ...knownCompaniesIn(reading.text)]);
  return [...named]
    .filter((name) => !AGENCIES.test(name) && !sources.has(name.toLowerCase()))
    .map((name) => ({ name, score: weightOf(name, reading) }))
    .toSorted((a, b) => b.score - a.score);
}

function weightOf(name: string, reading: Reading): number {
  const phrase = namePhrase(name);
  return timesIn(phrase, reading.words()) + 2 * timesIn(phrase, reading.titleWords());
}

/** Other names that begin with the same word: `Acme` beside `Acme Corp`. */
function variantsOf(name: string, reading: Reading): string[] {
  const [first] = namePhrase(name);
  return reading.names().organizations.filter((other) => other !== name && namePhrase(other)[0] === first);
}

/** Domains that the text names and that contain the name's first word. Domains of the articles themselves do not count. */
function websitesOf(name: string, reading: Reading): string[] {
  const slug = namePhrase(name)[0]?.replaceAll(/[^a-z0-9]/g, '') ?? '';
  if (slug.length < 3) return [];
  const domains = reading.text.toLowerCase().match(/\b(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}\b/g) ?? [];
  return [...new Set(domains)].filter((domain) => domain.includes(slug));
}

/** People and a place that share a sentence with the company. */
function around(name: string, reading: Reading): { people: string[]; address: string | null } {
  const sentences = reading.sentences().filter((sentence) => sentence.includes(name));
  const beside = (other: string) => sentences.some((sentence) => sentence.includes(other));
  const { people, places } = reading.names();
  return { people: people.filter(beside), address: places.find(beside) ?? null };
}
