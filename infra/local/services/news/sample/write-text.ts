import type { Chance } from '../../kit/clock.ts';
import { between, type Facts, pick, shuffled } from './facts.ts';
import { type Desk, deskOf, type SampleLanguage, SECTORS } from './world.ts';

/** Which phrases a text is made of, by their places in the lists: the same outline can be written in any language. */
export interface Outline {
  headline: number;
  /** An update changes the headline; its place in the list of updates. */
  update?: number;
  details: readonly number[];
  quote: number;
  context: readonly number[];
  closing: number;
}

/** A headline and its paragraphs. */
export interface Text {
  title: string;
  lead: string;
  content: string;
}

/** Draws a new text about a topic. */
export function drawOutline({ topic, phrases }: Desk, chance: Chance): Outline {
  const place = (list: readonly string[]) => Math.floor(chance() * list.length);
  const places = (list: readonly string[], count: number) =>
    shuffled([...list.keys()], chance).slice(0, count);
  return {
    headline: place(topic.headlines),
    details: places(topic.details, between(2, 4, chance)),
    quote: place(topic.quotes),
    context: places(phrases.context, between(0, 2, chance)),
    closing: place(phrases.closing),
  };
}

/** What a desk makes of a text: another headline or a mark of an update, a sentence less, another order. */
export function editOutline(outline: Outline, { topic, phrases }: Desk, chance: Chance): Outline {
  const renamed =
    chance() < 0.5
      ? { headline: (outline.headline + topic.leads.length) % topic.headlines.length }
      : { update: Math.floor(chance() * phrases.updates.length) };
  return {
    ...outline,
    ...renamed,
    details: shuffled(outline.details, chance).slice(
      0,
      Math.max(1, outline.details.length - between(0, 1, chance)),
    ),
    context: outline.context.slice(0, between(0, 1, chance)),
    closing: pick([outline.closing, Math.floor(chance() * phrases.closing.length)], chance),
  };
}

interface Writing {
  facts: Facts;
  language: SampleLanguage;
  desk?: Desk | undefined;
}

/** Writes an outline out. A topic that a language does not have gives undefined. */
export function writeText(
  outline: Outline,
  { facts, language, desk = deskOf(language, facts.topicId) }: Writing,
): Text | undefined {
  if (!desk) return undefined;
  const { topic, phrases } = desk;
  const slots = slotsOf(facts, language);
  const line = (list: readonly string[], place: number) => say(list[place] ?? '', slots);
  const headline = line(topic.headlines, outline.headline);
  const title =
    outline.update === undefined
      ? headline
      : say(phrases.updates[outline.update] ?? '{headline}', { ...slots, headline });
  // Headlines take turns with the leads that they go with.
  const lead = line(topic.leads, outline.headline % topic.leads.length);
  const { business } = facts.topic;
  const [first = '', ...others] = outline.details.map((place) => line(topic.details, place));
  const blank = language === 'ja' ? '' : ' ';
  const body = [
    [lead, first].join(blank),
    line(topic.quotes, outline.quote),
    others.join(blank),
    ...(business ? outline.context.map((place) => line(phrases.context, place)) : []),
    line(phrases.closing, outline.closing),
  ];
  return { title, lead, content: body.filter((paragraph) => paragraph !== '').join('\n\n') };
}

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
type Slots = Readonly<Record<string, string>>;

function slotsOf(facts: Facts, language: SampleLanguage): Slots {
  const { numbers, days } = TOOLS[language];
  const { company, rival, city } = facts;
  const { count, many, percent, points, months, weeks, hours, money } = facts.numbers;
  return {
    company: company.name,
    rival: rival.name,
    city: language === 'ja' ? city.japanese : city.name,
    home: company.home,
    sector: SECTORS[company.sector][language],
    chief: facts.chief,
    officer: facts.officer,
    citizen: facts.citizen,
    newcomer: facts.citizen,
    investor: facts.investor,
    product: facts.product,
    thing: facts.thing[language],
    leaked: facts.leak[language],
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

/** Fills the slots of a phrase; `{de name}` is the French "of" one. @throws TypeError without a fact for a slot. */
function say(phrase: string, slots: Slots): string {
  return phrase.replaceAll(/\{(de )?([^}]+)\}/g, (_, of: string | undefined, name: string) => {
    const words = slots[name];
    if (words === undefined) throw new TypeError(`no fact for {${name}} in: ${phrase}`);
    return of ? elided(words) : words;
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
