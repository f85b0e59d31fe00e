import type { Facts } from './facts.ts';
import { SECTORS } from './world.ts';
import type { SampleLanguage } from './languages.ts';

const LOCALES: Readonly<Record<SampleLanguage, string>> = {
  en: 'en-US',
  fr: 'fr-FR',
  de: 'de-DE',
  es: 'es-ES',
  ja: 'ja-JP',
};

const tools = (language: SampleLanguage) => ({
  numbers: new Intl.NumberFormat(LOCALES[language]),
  days: new Intl.DateTimeFormat(LOCALES[language], { weekday: 'long', timeZone: 'UTC' }),
});
const TOOLS: Readonly<Record<SampleLanguage, ReturnType<typeof tools>>> = {
  en: tools('en'),
  fr: tools('fr'),
  de: tools('de'),
  es: tools('es'),
  ja: tools('ja'),
};

/** The words that fill the slots of phrases, for one story in one language. */
export type Slots = Readonly<Record<string, string>>;

export function slotsOf(facts: Facts, language: SampleLanguage): Slots {
  const { numbers, days } = TOOLS[language];
  const { company, rival, city } = facts;
  const { count, many, percent, points, months, weeks, hours, money } = facts.numbers;
  return {
    company: company.name,
    'de company': elided(company.name),
    rival: rival.name,
    'de rival': elided(rival.name),
    city: language === 'ja' ? city.japanese : city.name,
    'de city': elided(city.name),
    home: company.home,
    sector: SECTORS[company.sector][language],
    chief: facts.chief,
    officer: facts.officer,
    citizen: facts.citizen,
    newcomer: facts.citizen,
    investor: facts.investor,
    'de investor': elided(facts.investor),
    product: facts.product,
    'de product': elided(facts.product),
    thing: facts.thing[language],
    'de thing': elided(facts.thing[language]),
    count: numbers.format(count),
    many: numbers.format(many * 1_000),
    percent: String(percent),
    points: String(points),
    months: String(months),
    weeks: String(weeks),
    hours: String(hours),
    money: moneyOf(money, language),
    extra: moneyOf(facts.extra, language),
    sales: moneyOf(company.sales, language),
    staff: numbers.format(company.staff),
    founded: String(company.founded),
    day: dayWords(days.format(facts.at), language),
  };
}

/** Fills the slots of a phrase. @throws TypeError for a slot that there is no fact for. */
export function say(phrase: string, slots: Slots): string {
  return phrase.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const words = slots[name];
    if (words === undefined) throw new TypeError(`no fact for {${name}} in: ${phrase}`);
    return words;
  });
}

/** French "of": `d'Acme Corp`, `de Globex`, `d'appareils`. */
function elided(name: string): string {
  return /^[aeiouéAEIOUÉ]/.test(name) ? `d'${name}` : `de ${name}`;
}

function dayWords(day: string, language: SampleLanguage): string {
  if (language === 'de') return `am ${day}`;
  return language === 'es' ? `el ${day}` : day;
}

/** An amount in millions of dollars, as the language says it. */
function moneyOf(millions: number, language: SampleLanguage): string {
  const { numbers } = TOOLS[language];
  const large = millions >= 1_000;
  const amount = numbers.format(large ? millions / 1_000 : millions);
  switch (language) {
    case 'en':
      return `$${amount} ${large ? 'billion' : 'million'}`;
    case 'fr':
      return `${amount} ${large ? 'milliards' : 'millions'} de dollars`;
    case 'de':
      return `${amount} ${large ? 'Milliarden' : 'Millionen'} Dollar`;
    case 'es':
      return `${numbers.format(millions)} millones de dólares`;
    case 'ja':
      return large ? `${numbers.format(millions / 100)}億ドル` : `${numbers.format(millions * 100)}万ドル`;
  }
}
