import { terminalText } from '../../../infra/cli/terminal.ts';
import { amountsIn, countOf } from '../../../infra/local/services/kit/amounts.ts';
import { dayIn } from '../../../infra/local/services/kit/days.ts';
import { discoverEvents } from '../../../infra/local/services/events/discover-events.ts';
import { optionsIn } from '../../../infra/local/services/extraction/pipeline/enrich.ts';
import { lineFrom } from '../../../infra/local/services/kit/corpus/corpus.ts';
import { pathGlob } from '../../../infra/local/services/kit/faults.ts';
import { suggestedValue } from '../../../shared/contracts/watches-file/explain/suggest-value.ts';
import { timeOfDaySchema } from '../../../shared/contracts/watches-file/schema/values.ts';
import { withPlainQuotes } from '../../../shared/domain/query/habits.ts';
import { wordTexts } from '../../../shared/domain/query/words.ts';
import { locateWords } from '../../shared/domain/query/locate-words.ts';
import { decodeEntities } from '../../../shared/domain/text/clean-text.ts';
import { markedText } from '../../../shared/render/pages/page-elements.ts';
import { csvCell } from '../../../shared/render/text/plain-text.ts';
import type { Parser } from '../parser.ts';

// Regular expressions that are put together when the program runs, each attacked through the function that uses it,
// with pieces that its own parts begin, end or repeat with.

const NEWS = [
  'tariffs ',
  'imposes tariffs ',
  'import duty ',
  'Acme announces job cuts ',
  'cuts jobs ',
  'lays off ',
  'layoffs at ',
  '500 jobs ',
  '1,000 ',
  '1 1 ',
  '1',
  '1,',
  '1.',
  'a',
  'aA1',
  '$5 ',
  '$5 million ',
  'raises $5 million ',
  'invests $5 million ',
  'funding of ',
  'data breach at ',
  'hackers stole ',
  'said data breach ',
  'stops production ',
  'strike at ',
  'shortage ',
  'recalls ',
  'in ',
  'in Lyon ',
  'March 3 ',
  '3 March ',
  '10 percent ',
  'to 25% from 10% ',
  'effective ',
  'Acme said ',
  'hundred ',
  'customers ',
  '1 million customers ',
  'United States ',
  'warns ',
  "'s ",
  ' ',
  '. ',
];

const SIGNS = [
  '"',
  "'",
  ';',
  '\t',
  ' ',
  ';\t',
  "'=",
  '; =',
  '&amp;',
  '#39;',
  'a#39;',
  '&#1',
  '“',
  '’ ',
  ' ’',
  '\u00a0',
  ' \u00a0',
  '- \u00a0',
  'a:\u00a0',
  '\u001b[31m',
  '東',
  '\u0301',
  '/',
  '*',
  'a/',
  '{a}',
  'jan ',
  '2026-',
  '1 hour and ',
  'A',
  'of ',
];

const lineOf = (title: string, content: string) =>
  JSON.stringify({
    id: 'a',
    title,
    link: 'https://a.example/1',
    published_date: '2026-11-20 08:00:00',
    parse_date: '2026-11-20 08:00:00',
    language: 'en',
    content,
    domain_url: 'a.example',
  });

/** A beginning that each rule of the discovery of events reads on from. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  breaches: 'Hackers steal data of 3 million customers from Globex Inc. ',
  funding: 'Startup Initech raises $20 million in Series B ',
  layoffs: 'Acme lays off 500 workers in Lyon ',
};

async function discover(text: string): Promise<void> {
  const line = lineFrom({ file: 'f', line: 1, text });
  if (line.kind === 'article') await discoverEvents([line]);
}

/** A function over text alone, or between two letters. */
function ofText(name: string, read: Parser['read'], more: Partial<Parser> = {}): Parser {
  const around = [(long: string) => long, (long: string) => `a${long}b`];
  return { name, form: 'text', seeds: ['a'], pieces: SIGNS, around, read, ...more };
}

export const expressionParsers: readonly Parser[] = [
  ...Object.entries(BEGINNINGS).map(([name, begin]) =>
    ofText(`discovery-of-${name}`, discover, {
      pieces: NEWS,
      around: [(long) => lineOf(begin + long, 'x'), (long) => lineOf('x', `${begin}${long} jobs customers`)],
    }),
  ),
  ofText('amounts', (text) => [amountsIn(text), countOf(text, () => false), dayIn(text, 0)], {
    pieces: [...NEWS, ...SIGNS],
  }),
  ofText('options-of-fields', optionsIn, { pieces: [...SIGNS, 'one of', 'option', '(', ' or '] }),
  ofText('cells', csvCell),
  ofText('marked-words', (text) =>
    String(markedText(text.slice(0, 1_500), { words: text.match(/[^]{1,100}/g) ?? [], most: 1_500 })),
  ),
  ofText('entities', decodeEntities),
  ofText('plain-quotes', withPlainQuotes),
  ofText('located-words', (text) => [wordTexts(text), locateWords(text)]),
  ofText('text-on-a-terminal', terminalText),
  ofText(
    'paths',
    (path) => ['/a/*', '/*/b/*c', '/*a*a*a*x', '/{x}/y/{z}'].map((one) => pathGlob(one)(path)),
    {
      around: [(long) => `/${long}`, (long) => `/a/${long}`, (long) => `/${long}/b/${long}d`],
    },
  ),
  ofText('patterns-of-paths', (pattern) => pathGlob(pattern)(`/${'a'.repeat(100)}`)),
  ofText('other-forms-of-values', (value) =>
    ['lang', 'countries'].map((key) => suggestedValue({ schema: timeOfDaySchema, value, path: [key] })),
  ),
];
