import { compileQuery, printQuery } from '../../../shared/domain/query/match.ts';
import { parseQuery } from '../../../shared/domain/query/parse.ts';
import { queryWords, wordTexts } from '../../../shared/domain/query/words.ts';
import { locateWords } from '../../shared/domain/query/locate-words.ts';
import { answerError } from '../../../shared/providers/http/attempt.ts';
import { errorMessageOf, maskAnswer, maskKey } from '../../../shared/providers/http/reader.ts';
import { html } from '../../../shared/render/text/html.ts';
import { markedText, newsLink, newsText } from '../../../shared/render/pages/page-elements.ts';
import { printCsv } from '../../../shared/render/report/print-data.ts';
import { reportModel } from '../../../shared/render/report/sections/whole-report.ts';
import { oneLine, shortLine } from '../../../shared/render/text/plain-text.ts';
import { jsonLine, terminalText } from '../../../infra/cli/terminal.ts';
import { copyKeysOf } from '../../../shared/domain/stories/copy-keys.ts';
import { articleOf } from '../../../shared/domain/stories/open-story.ts';
import { snippetOf } from '../../../shared/domain/findings/fit-finding.ts';
import { aFinding } from '../../ports/examples.ts';
import { anExampleReport } from '../../shared/render/report/example-report.ts';
import type { Parser } from '../parser.ts';

const KEY = 'secret-key/1+2=';
const NUMBERS = { ...anExampleReport(), topStories: [] };

const QUERIES = [
  '"Acme Corp" AND (recall OR strike) NOT comics',
  'NEAR("chief executive", "Acme Corp", 10, true) AND lay*',
  '+acme -comics "e-mail* of ?cme"',
  'a || b',
  '東京 AND "İstanbul" NOT ẖ*',
  '*',
];

const TITLES = [
  'Acme <b>recalls</b> &amp; "pumps"',
  'Grüße: 5 % mehr – «ja»',
  '東京で Acme',
  '\u202eevil\u202c title',
  "O'Neill's = 1+1; @x",
  'a'.repeat(300),
];

/** Reads a query, and finds it in a text when it is one. */
function query(text: string): void {
  const parsed = parseQuery(text);
  if (!parsed.ok) return;
  const printed = printQuery(parsed.query);
  const again = parseQuery(printed);
  if (!again.ok)
    throw new Error(`The printed form ${JSON.stringify(printed)} is refused: ${again.faults[0]?.message}`);
  queryWords(parsed.query);
  compileQuery(parsed.query).matchedRanges([text.slice(0, 2_000), 'Acme Corp said so']);
}

export const textParsers: readonly Parser[] = [
  {
    name: 'query-language',
    form: 'text',
    seeds: QUERIES,
    share: 20,
    read: query,
    pieces: [
      '(',
      ')',
      '"',
      '+',
      '-',
      '*',
      '?',
      'a ',
      'NEAR(',
      'NEAR("a b", ',
      'a AND ',
      'a AND (',
      'NOT ',
      '!',
      '&',
      '|',
      '"a" ',
      ' ',
      '\u0301',
      '東',
      'İ',
      '%5B',
      '\\',
      'a*',
      'a-',
    ],
    around: [
      (long) => long,
      (long) => `a AND ${long}`,
      (long) => `"${long}"`,
      (long) => `NEAR("a b", ${long}, 5)`,
      (long) => `(${long}) OR b`,
    ],
  },
  {
    name: 'words',
    form: 'text',
    seeds: TITLES,
    share: 5,
    read: (text) => {
      wordTexts(text);
      locateWords(text);
      copyKeysOf(text, text);
      articleOf(aFinding(1, { title: text, snippet: text }));
      snippetOf(text, []);
    },
  },
  {
    name: 'error-texts',
    form: 'json',
    seeds: [
      '<html><head><title>502</title><style>x</style></head><body>Bad <script>1</script> gateway</body></html>',
      `{"detail":"Key ${KEY} has no calls left this month"}`,
      '{"detail":[{"loc":["body","q"],"msg":"is required","type":"missing"},"more"]}',
      '{"message":"Too many calls per second","status_code":429}',
      '{"error":"quota of the plan is used up"}',
    ],
    read: (text) => {
      const words = errorMessageOf(text, KEY);
      for (const status of [200, 302, 401, 403, 404, 408, 429, 500]) {
        answerError({
          service: 'news',
          operation: 'GET /x',
          status,
          words,
          correlationId: undefined,
          serverWait: undefined,
          refusals: undefined,
        });
      }
      if (words.includes(KEY) || words.length > 300)
        throw new Error(`The text ${JSON.stringify(words)} is not safe`);
    },
    pieces: [
      '<',
      '<script ',
      '<style>',
      '<script></script>',
      '</script>',
      ' ',
      '\n',
      '[',
      '{"',
      '"',
      'calls ',
      'plan calls ',
      KEY.slice(0, -1),
      '&lt;',
      '<!--',
    ],
    around: [
      (long) => long,
      (long) => JSON.stringify({ detail: long }),
      (long) => JSON.stringify({ detail: [{ loc: [long], msg: long }] }),
    ],
  },
  {
    name: 'masked-answers',
    form: 'json',
    seeds: [
      JSON.stringify({
        user_input: { api_key: KEY },
        articles: [{ id: 1, title: `x ${encodeURIComponent(KEY)} y` }],
      }),
      JSON.stringify({ auth: Buffer.from(`user:${KEY}`).toString('base64'), [KEY]: KEY }),
      `a,b\n${KEY},1\n`,
      '{"a":"\\u0073ecret-key\\/1+2="}',
    ],
    read: (text) => {
      const masked = maskAnswer(text, KEY);
      if (masked.includes(KEY)) throw new Error('The key is in the answer');
      maskKey(text, KEY);
    },
    pieces: [KEY, KEY.slice(0, -1), 'secret', '[', '{"a":', '\\u0073', '"', '%2', 'c2VjcmV0'],
  },
  {
    name: 'html',
    form: 'text',
    seeds: TITLES,
    share: 5,
    read: (text) => {
      const shown = [
        html`<p title="${text}">${text}</p>`,
        newsText(text),
        newsLink(text, `https://x.example/${text}`),
        markedText(text, { words: [text.slice(0, 9), 'acme'], most: 1_500 }),
      ].join('');
      const bare = shown.replaceAll(/<\/?(p|a|b|bdi|mark)( (title|href|rel|lang|dir)="[^"<>]*")*>/g, '');
      if (/[<>]|<script/i.test(bare.replaceAll(/&[#\w]+;/g, '')))
        throw new Error(`Markup came through: ${bare.slice(0, 200)}`);
    },
  },
  {
    name: 'plain-text',
    form: 'text',
    seeds: TITLES,
    share: 5,
    read: (text) => {
      oneLine(text);
      shortLine(text, 100);
      const shown = terminalText(text) + jsonLine(text);
      if (/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u.test(shown))
        throw new Error('A terminal would be steered');
    },
  },
  {
    name: 'csv-of-reports',
    form: 'text',
    seeds: TITLES,
    share: 1,
    read: (text) => {
      const numbers = { ...NUMBERS, topAuthors: [{ key: text, articles: { now: 1, before: 1 } }] };
      const lines = printCsv(reportModel(numbers, undefined)).split('\r\n');
      const cells = lines
        .filter((line) => line.startsWith('author,'))
        .flatMap((line) => [...line.split(';'), line.slice(7)]);
      const formula = cells.find((cell) => /^[\s"]*[=+@\uff1d\uff0b\uff0d\uff20]/.test(cell));
      if (formula !== undefined) throw new Error(`A formula: ${formula.slice(0, 200)}`);
    },
  },
];
