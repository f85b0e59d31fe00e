import { withoutForbidden } from '../../../shared/domain/query/habits.ts';
import { isCommonWord } from './questions.ts';

type Topic = 'trouble' | 'deals' | 'business';

/** Words of bad news, of deals and of business, in the languages in which `init` can write a query. */
const WORDS: Readonly<Record<string, Readonly<Record<Topic, string>>>> = {
  en: {
    trouble: 'lawsuit sued sues court breach recall layoffs fraud probe boycott strike outage',
    deals: 'acquisition acquires merger takeover stake funding IPO partnership',
    business:
      'company shares stock CEO profit profits sales earnings investors customers stores retailer brand',
  },
  de: {
    trouble: 'Klage Gericht Datenleck Rückruf Stellenabbau Betrug Ermittlungen Boykott Streik',
    deals: 'Übernahme übernimmt Fusion Beteiligung Finanzierungsrunde Börsengang Partnerschaft',
    business: 'Unternehmen Konzern Aktie Umsatz Gewinn Kunden Filialen Händler Marke',
  },
  fr: {
    trouble: 'procès plainte tribunal rappel licenciements fraude enquête boycott grève',
    deals: 'acquisition rachat fusion participation financement partenariat',
    business: 'entreprise groupe actions bénéfice ventes clients magasins marque',
  },
  es: {
    trouble: 'demanda tribunal filtración despidos fraude investigación boicot huelga',
    deals: 'adquisición compra fusión participación financiación alianza',
    business: 'empresa compañía acciones ventas beneficio clientes tiendas marca',
  },
  it: {
    trouble: 'causa tribunale richiamo licenziamenti frode indagine boicottaggio sciopero',
    deals: 'acquisizione fusione partecipazione finanziamento quotazione accordo',
    business: 'azienda società azioni vendite utile clienti negozi marchio',
  },
  pt: {
    trouble: 'processo tribunal vazamento demissões fraude investigação boicote greve',
    deals: 'aquisição compra fusão participação financiamento parceria',
    business: 'empresa ações vendas lucro clientes lojas marca',
  },
  nl: {
    trouble: 'rechtszaak rechter datalek terugroepactie ontslagen fraude onderzoek staking',
    deals: 'overname fusie belang financiering beursgang samenwerking',
    business: 'bedrijf aandelen omzet winst klanten winkels merk',
  },
};

/** The words of a topic in these languages; the English ones if none of them is known. */
export function wordsIn(languages: readonly string[], of: Topic): string[] {
  const known = languages.filter((language) => Object.hasOwn(WORDS, language));
  const words = (known.length === 0 ? ['en'] : known).flatMap(
    (language) => WORDS[language]?.[of].split(' ') ?? [],
  );
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

/** Any of these names. One that is an ordinary word counts only beside a word of business. */
export function meantBy(names: readonly string[], languages: readonly string[]): string {
  const common = names.filter(isCommonWord);
  const rest = names.filter((name) => !isCommonWord(name));
  if (common.length === 0) return anyOf(names);
  const beside = both(anyOf(common), wordsIn(languages, 'business').join(' OR '));
  return rest.length === 0 ? beside : `${anyOf(rest)} OR (${beside})`;
}
