import { withoutForbidden } from '../../../shared/domain/query/habits.ts';

/** Words of bad news and of deals, in the languages in which `init` can write a query. */
const WORDS: Readonly<Record<string, { trouble: readonly string[]; deals: readonly string[] }>> = {
  en: {
    trouble: [
      'lawsuit',
      'sued',
      'sues',
      'court',
      'breach',
      'recall',
      'layoffs',
      'fraud',
      'probe',
      'boycott',
      'strike',
      'outage',
    ],
    deals: ['acquisition', 'acquires', 'merger', 'takeover', 'stake', 'funding', 'IPO', 'partnership'],
  },
  de: {
    trouble: [
      'Klage',
      'Gericht',
      'Datenleck',
      'Rückruf',
      'Stellenabbau',
      'Betrug',
      'Ermittlungen',
      'Boykott',
      'Streik',
    ],
    deals: [
      'Übernahme',
      'übernimmt',
      'Fusion',
      'Beteiligung',
      'Finanzierungsrunde',
      'Börsengang',
      'Partnerschaft',
    ],
  },
  fr: {
    trouble: [
      'procès',
      'plainte',
      'tribunal',
      'rappel',
      'licenciements',
      'fraude',
      'enquête',
      'boycott',
      'grève',
    ],
    deals: ['acquisition', 'rachat', 'fusion', 'participation', 'financement', 'partenariat'],
  },
  es: {
    trouble: ['demanda', 'tribunal', 'filtración', 'despidos', 'fraude', 'investigación', 'boicot', 'huelga'],
    deals: ['adquisición', 'compra', 'fusión', 'participación', 'financiación', 'alianza'],
  },
  it: {
    trouble: [
      'causa',
      'tribunale',
      'richiamo',
      'licenziamenti',
      'frode',
      'indagine',
      'boicottaggio',
      'sciopero',
    ],
    deals: ['acquisizione', 'fusione', 'partecipazione', 'finanziamento', 'quotazione', 'accordo'],
  },
  pt: {
    trouble: ['processo', 'tribunal', 'vazamento', 'demissões', 'fraude', 'investigação', 'boicote', 'greve'],
    deals: ['aquisição', 'compra', 'fusão', 'participação', 'financiamento', 'parceria'],
  },
  nl: {
    trouble: [
      'rechtszaak',
      'rechter',
      'datalek',
      'terugroepactie',
      'ontslagen',
      'fraude',
      'onderzoek',
      'staking',
    ],
    deals: ['overname', 'fusie', 'belang', 'financiering', 'beursgang', 'samenwerking'],
  },
};

/** The words of bad news or of deals in these languages; the English ones if none of them is known. */
export function wordsIn(languages: readonly string[], of: 'trouble' | 'deals'): string[] {
  const known = languages.filter((language) => Object.hasOwn(WORDS, language));
  const words = (known.length === 0 ? ['en'] : known).flatMap((language) => WORDS[language]?.[of] ?? []);
  return [...new Set(words)];
}

/** What quotes and wildcards mean in a query; a name has them for another reason. */
const SIGNS = /["*?]/g;

/** Any of these phrases, in the query language of the news service: `"Acme Corp" OR "Acme"`. */
export function anyOf(phrases: readonly string[]): string {
  const plain = phrases.map((phrase) => withoutForbidden(phrase.replaceAll(SIGNS, ' ')));
  return plain.map((phrase) => `"${phrase}"`).join(' OR ');
}

/** Both of two queries: `("Acme" OR "Acme Corp") AND (court OR recall)`. */
export function both(a: string, b: string): string {
  return `(${a}) AND (${b})`;
}
