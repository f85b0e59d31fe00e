import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QueryNode } from '../../../../shared/domain/query/ast.ts';
import { parseQuery } from '../../../../shared/domain/query/parse.ts';
import { printQuery } from '../../../../shared/domain/query/match.ts';
import { fullForm } from '../../../full-form.ts';
import { shareOf } from '../../../long-form.ts';
import { anyCharacter } from '../../../any-character.ts';

/** The canonical text of a valid query. */
function canonicalJson(q: string): string {
  const parsed = parseQuery(q);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return printQuery(parsed.query);
}

/** Each fault as `place: first words`. */
function faults(q: string): string[] {
  const parsed = parseQuery(q);
  return parsed.ok ? [] : parsed.faults.map(({ at, message }) => `${at}: ${message}`);
}

const word = (text: string) => ({ text, wildcard: /[*?]/.test(text) });
const term = (text: string): QueryNode => ({ type: 'term', word: word(text) });

describe('the tree of a query', () => {
  it.each<[string, QueryNode]>([
    ['Bitcoin', term('bitcoin')],
    ['+a', { type: 'term', word: word('a'), required: true }],
    [
      'NEAR("a b", "c*", 7, true)',
      { type: 'near', phrases: [[word('a'), word('b')], [word('c*')]], distance: 7, ordered: true },
    ],
  ])('%s', (q, query) => {
    expect(parseQuery(q)).toEqual({ ok: true, query });
  });
});

describe('what is allowed', () => {
  it.each([
    [
      'operators in lower case are words',
      'salt and pepper or not near',
      'salt AND and AND pepper AND or AND not AND near',
    ],
    ['lone * after punctuation stand for nothing', 'acme+*-*', 'acme'],
    ['signs are operators', 'a && b !c', 'a AND b AND NOT c'],
    ['AND NOT', 'a AND NOT (b OR c)', 'a AND NOT (b OR c)'],
    ['plus and minus', '+a -b -"c d" -(e f)', '+a AND NOT b AND NOT "c d" AND NOT (e AND f)'],
    ['plus beside OR', '+a OR b', '+a OR b'],
    ['plus in brackets of its own says nothing outside', '(+a) OR b', 'a OR b'],
    ['operators right beside quotes', '"a b"AND"c"', '"a b" AND c'],
    ['NEAR with blanks', 'NEAR ( "a" , "b c d e" , 100 , true )', 'NEAR("a", "b c d e", 100, true)'],
    ['NEAR without a bracket is a word', 'NEAR miss', 'near AND miss'],
    ['punctuation makes a phrase', "don't e-mail U.S. AT&T", '"don t" AND "e mail" AND "u s" AND "at t"'],
    ['punctuation at the end goes, but the signs of a name', 'C++ (Acme,)', 'c++ AND acme'],
    ['a term of Han, kana or Thai is a phrase', '東京 ニュース', '"東 京" AND "ニ ュ ー ス"'],
    ['a term of one Han character is a term', '京', '京'],
    ['wildcards in quotes', '"acme corp*"', '"acme corp*"'],
    ['words in quotes that read like operators', '"AND" OR "NOT"', 'and OR not'],
    ['a * after a Han character may be nothing', '東京*', '"東 京"'],
    ['a ? after a Han character is a character', '東?京 東??', '"東-? 京" AND "東-?-?"'],
    ['a * between Han characters is one word', '東*京', '"東-*-京"'],
    [
      'letters in the form in which they are compared',
      'Gießwald ＡＢＣ İzmir',
      'giesswald AND abc AND izmir',
    ],
  ])('%s', (_, q, expected) => {
    expect(canonicalJson(q)).toBe(expected);
  });
});

describe('what is refused, where and why', () => {
  it.each([
    ['', '0: The query is empty'],
    [' \n', '0: The query is empty'],
    ['AI OR artificial intelligence', '17: AND and OR are side by side: a space between two words means AND'],
    ['a AND b OR c', '8: AND and OR are side by side. Put brackets'],
    ['AND a', '0: A query cannot begin with AND'],
    ['NOT a', '0: A query cannot begin with NOT'],
    ['a (NOT b)', '3: Brackets cannot begin with NOT'],
    ['a AND', '2: AND has nothing on its right'],
    [
      'Yahoo!',
      '5: ! (read as NOT) has nothing on its right. Add a word there, or remove it, or put the name',
    ],
    ['a AND AND b', '6: AND follows AND'],
    ['++a', '0: The signs ++ are side by side'],
    ['-a', '0: All parts here are negated'],
    ['a OR NOT b', '5: A negated part next to OR'],
    ['+(a b)', '0: A + is possible only before'],
    ['()', '0: The brackets are empty'],
    ['(a', '0: This ( is not closed'],
    ['a)', '1: This ) has no ('],
    ['a "b', '2: A double quote is not paired'],
    ['""', '0: The quotes contain no word'],
    ['a & b', '2: & contains no letter or digit, so nothing can match it. Write AND'],
    ['*a', '0: A word cannot begin with *'],
    ['acme *', '5: A single * matches everything only'],
    ['"a ?b"', '3: A word cannot begin with ?'],
    ['a**b', '1: Two * are side by side'],
    ['NEAR("a", 5)', '0: This is not the form of NEAR. Write NEAR("one phrase"'],
    ['NEAR(a, b, 5)', '0: This is not the form of NEAR'],
    ['NEAR("a", "b")', '0: This is not the form of NEAR'],
    ['NEAR("a", "b", 5, "true")', '0: This is not the form of NEAR'],
    ['NEAR("a", "b", "c", "d", 5)', '20: NEAR takes at most 3 phrases'],
    ['NEAR("a", "b c d e f", 5)', '10: A phrase of NEAR has at most 4 words, this one has 5'],
    ['NEAR("a", "b", 101)', '15: The distance of NEAR'],
    ['NEAR("a", "b", 5, yes)', '18: The last value of NEAR'],
    ['NEAR("a", "b*c**", 5)', '14: Two * are side by side'],
    ['NEAR("a", "b", 5', '0: The bracket of NEAR is not closed'],
  ])('%s', (q, start) => {
    expect(faults(q).map((fault) => fault.slice(0, start.length))).toEqual([start]);
  });

  it.each(['[', ']', '/', '\\', ':', '^', '%5B', '%5d', '%2F', '%5c', '%3A', '%5e'])(
    'the character or code %s, in quotes too',
    (text) => {
      for (const q of [`acme${text}corp`, `"acme ${text} corp"`]) {
        expect(faults(q)).toEqual([expect.stringContaining(text)]);
      }
    },
  );

  it('the backslash of JSON that was escaped once too often', () => {
    expect(faults('\\"a b\\"')).toEqual([
      expect.stringMatching(/^0: The \\ before a quote/),
      expect.stringMatching(/^5: The \\ before a quote/),
    ]);
  });

  it('everything at once, in the order of the text', () => {
    expect(faults('OR a:b AND AND c OR "" ) *d (').map((fault) => fault.replace(/[.,].*/, ''))).toEqual([
      '0: A query cannot begin with OR',
      '4: The character : is not allowed in a query',
      '11: AND follows AND',
      '17: AND and OR are side by side',
      '20: The quotes contain no word',
      '23: This ) has no ( before it',
      '25: A word cannot begin with *',
      '28: This ( is not closed',
      '28: The brackets are empty',
    ]);
  });
});

describe('any text', () => {
  const SYNTAX = 'AND OR NOT && || ! + - ( ) " * ? NEAR( "a , 5 ) true'.split(' ');
  const WORDS = [
    'a',
    'Bc',
    'é',
    'H\u0331',
    '東',
    '京',
    'İ',
    'ΑΣ',
    '\u0301',
    '🚀',
    "'",
    '.',
    '_',
    'ข่าว',
    'हिं',
    '\ud800',
    '"a b"',
  ];
  const piece = fc.constantFrom(...SYNTAX, ...WORDS, ' ', ' ', ' ');
  const query = fc.oneof(
    { weight: 5, arbitrary: fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter }) },
  );

  it('is read without a throw; faults lie in it; what is read prints to what reads the same', () => {
    let valid = 0;
    fc.assert(
      fc.property(query, (q) => {
        const parsed = parseQuery(q);
        valid += Number(parsed.ok);
        // What is printed has no accents any more.
        const folded = JSON.parse(
          JSON.stringify(parsed, (key, value) => (key === 'written' ? undefined : value)),
        );
        expect(parsed.ok ? parseQuery(printQuery(parsed.query)) : parsed).toEqual(folded);
        const places = parsed.ok ? [0] : parsed.faults.map(({ at }) => at);
        expect(places.filter((at) => at >= 0 && at <= q.length)).not.toEqual([]);
        expect(places.filter((at) => at < 0 || at > q.length)).toEqual([]);
      }),
      { numRuns: fullForm(400, 4_000), examples: [['*'], ['+a -"b c" NEAR("d", "e", 3)']] },
    );
    expect(valid).toBeGreaterThan(fullForm(20, 200));
  });
});

describe('size', () => {
  it('refuses brackets nested too deep, and reads 100 levels', () => {
    const nested = (depth: number) => `${'(a AND '.repeat(depth)}b${')'.repeat(depth)}`;
    expect(canonicalJson(nested(100))).toContain('a AND (a AND');
    expect(faults(nested(101))).toEqual([
      expect.stringContaining('The brackets are more than 100 levels deep'),
    ]);
    expect(faults('('.repeat(100_000)).length).toBeGreaterThan(100_000);
  });

  // A share of them: a phrase, a wildcard, NEAR, a bracket, a refused sign and an open quote.
  const pieces = [
    'a ',
    'a OR ',
    '"a" ',
    '東',
    'a-',
    '? ',
    '- ',
    '&',
    'NEAR ',
    'NEAR(',
    'NEAR("a",',
    '(',
    ')',
    '!',
    '[',
    '+-',
    'e\u0301',
    'a"',
    'a*',
  ];
  it.each(shareOf(pieces, { share: fullForm(3, 1), turn: 1 }))('reads 100 KB of %j in a moment', (piece) => {
    // Time of the processor: on a busy machine the clock on the wall runs on while the test waits.
    const before = process.cpuUsage();
    parseQuery(piece.repeat(100_000 / piece.length));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});
