import { typedKeys } from '../lib/fields.ts';
import type { QueryNode, WordPattern } from '../query/ast.ts';
import { parseQuery } from '../query/parse.ts';
import { wordTexts } from '../query/words.ts';
import { textsOf, type Watch } from '../watches/watch.ts';

type NewsLeaning = keyof typeof TONE_WORDS;

/** That a watch finds bad or good news more often than the press writes it, and which parts of it do so. */
export interface ToneSelection {
  watchId: string;
  /** `only`: it finds nothing else. `none`: it leaves such news out. */
  finds: 'only' | 'none';
  /** `tone`: news of some sentiments, as parameters of its query say. */
  news: NewsLeaning | 'tone';
  /** Words of the query, names of parameters, or exclusions, in their order. */
  by: readonly string[];
}

/** What is looked for in a query. */
interface Search {
  news: NewsLeaning;
  /** Words of the names of a brand, such as Crisis Corp, say nothing. */
  names: ReadonlySet<string>;
  /** Which part of alternatives must be such words. */
  least: number;
}

/** Parameters of the news service that choose articles by sentiment (news service, parameters by path). */
export const SENTIMENT_PARAMETERS = [
  'title_sentiment_min',
  'title_sentiment_max',
  'content_sentiment_min',
  'content_sentiment_max',
] as const;

/** Themes of the news service that stand for bad news. */
const BAD_THEMES = new Set(['crime', 'financial crime']);

/**
 * Whether what a watch finds leans to bad or good news, so that its mean sentiment describes its query and not the
 * press: undefined if it does not. Its query may choose by sentiment, by theme or by words, or leave such articles
 * out, and so may its exclusions. Alert policies do not matter: they decide what is sent, not what is found. Words of
 * `names`, those of the brand, do not count.
 */
export function toneSelectionOf(
  { id, query, exclude }: Pick<Watch, 'id' | 'query' | 'exclude'>,
  names: readonly string[],
): ToneSelection | undefined {
  const own = new Set(names.flatMap(wordTexts));
  const themes = textsOf(query['theme']);
  const text = [query['q'], query['query']].find((one) => typeof one === 'string');
  const parsed = text === undefined ? undefined : parseQuery(text);
  const node: QueryNode = parsed?.ok ? parsed.query : { type: 'everything' };
  const leanings = typedKeys(TONE_WORDS);
  const selections: readonly Omit<ToneSelection, 'watchId'>[] = [
    { finds: 'only', news: 'tone', by: SENTIMENT_PARAMETERS.filter((name) => query[name] !== undefined) },
    { finds: 'only', news: 'bad', by: themes.every(isBadTheme) ? themes : [] },
    { finds: 'none', news: 'bad', by: textsOf(query['not_theme']).filter(isBadTheme) },
    ...leanings.map((news) => ({
      finds: 'only' as const,
      news,
      by: chosenBy(node, { news, names: own, least: 0.5 }),
    })),
    ...leanings.map((news) => ({
      finds: 'none' as const,
      news,
      by: leftOutBy(node, { news, names: own, least: 0 }),
    })),
    ...leanings.map((news) => ({
      finds: 'none' as const,
      news,
      by: [
        ...exclude.phrases.filter((phrase) =>
          wordTexts(phrase).some((word) => !own.has(word) && leansTo(word, news)),
        ),
        ...(news === 'bad' ? (exclude.topics?.themes ?? []).filter(isBadTheme) : []),
      ],
    })),
  ];
  const found = selections.find(({ by }) => by.length > 0);
  return found && { watchId: id, ...found, by: [...new Set(found.by)] };
}

function isBadTheme(theme: string): boolean {
  return BAD_THEMES.has(theme.toLowerCase());
}

/**
 * The words by which each article that matches is such news; none if an article may match without them. Of
 * alternatives enough must be such words, such as half of `(breach OR lawsuit OR court)`.
 */
function chosenBy(node: QueryNode, search: Search): string[] {
  switch (node.type) {
    case 'everything':
    case 'not':
      return [];
    case 'term':
      return leaningWords([node.word], search);
    case 'phrase':
      return leaningWords(node.words, search);
    case 'near':
      return node.phrases.flatMap((words) => leaningWords(words, search));
    case 'all':
      return node.parts.flatMap((part) => chosenBy(part, search));
    case 'any': {
      const chosen = node.parts.map((part) => chosenBy(part, search));
      const leaning = chosen.filter(({ length }) => length > 0).length;
      return leaning >= search.least * node.parts.length ? chosen.flat() : [];
    }
  }
}

/** The words of such news that no article may contain. */
function leftOutBy(node: QueryNode, search: Search): string[] {
  if (node.type === 'not') return chosenBy(node.part, search);
  return node.type === 'all' ? node.parts.flatMap((part) => leftOutBy(part, search)) : [];
}

function leaningWords(words: readonly WordPattern[], { news, names }: Search): string[] {
  const leans = words.some(({ text }) => !names.has(text) && leansTo(text, news));
  return leans ? [words.map(({ text }) => text).join(' ')] : [];
}

/** The fewest letters before a wildcard that say what is searched. */
const LEAST_LETTERS = 4;

function leansTo(text: string, news: NewsLeaning): boolean {
  const [word, isOpen] = split(text);
  return TONE_WORDS[news].some((one) => {
    const [known, isStem] = split(one);
    if (isOpen && word.length >= LEAST_LETTERS && known.startsWith(word)) return true;
    return isStem ? word.startsWith(known) : word === known;
  });
}

/** A word without the wildcard at its end, and whether it had one. */
function split(word: string): [string, boolean] {
  const plain = word.replace(/[*?]+$/, '');
  return [plain, plain !== word];
}

/**
 * Words that stand for bad or good news of a company, in English, French, German, Spanish, Italian and Portuguese, in
 * lower case. `lawsuit*` is any word that begins so. Words that are as often names or plain words (fire, charge,
 * trial) are left out.
 */
const TONE_WORDS = {
  bad: wordsOf([
    'accus* allegation* alleged* arrest* bankrupt* boycott* breach* bribe* bribing complaint* controvers* convicted corrupt*',
    'court courts crime crimes criminal* crisis crises criticis* criticiz* cyberattack* death deaths defect* delist* died',
    'disaster* downgrad* explosion* extort* failure* fatal* fined fines fraud* guilty hack hacked hacker* hacking hacks',
    'harass* illegal* indict* injured injur* insolven* investigat* killed laundering lawsuit* layoff* leak leaked leaks',
    'litigat* losses malware misconduct outage* outrage* penalt* phishing plaintiff* plunge* pollut* probe probes prosecut*',
    'protest* ransom* recall* redundanc* resign* sacked sanctions scam scams scandal* shutdown* slump* stolen strike strikes',
    'subpoena* sue sued sues suing theft* threat* toxic unsafe victim* violat* vulnerab* walkout* wrongdoing betrug*',
    'datenleck* entlass* insolvenz* klage* klagt razzia* rückruf* skandal* strafe* streik* unfall* vorwurf* vorwürf* amende*',
    'condamn* escroquerie* fraude* fuite* grève* licenciement* plainte* procès scandale* accidente* demanda* despid*',
    'escándalo* estafa* huelga* multa* condann* frode* licenzia* sciopero* truffa* demiss* escândalo* greve*',
  ]),
  good: wordsOf([
    'accolade* acclaim* award* breakthrough* celebrat* honoured honored milestone* praise* prize* success* triumph* upgraded',
    'winner* auszeichnung* erfolg* preisträger* lauréat* récompense* succès galardón* premio* éxito* prêmio* sucesso*',
    'successo*',
  ]),
};

function wordsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' '));
}
