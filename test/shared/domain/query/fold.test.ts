import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../../../shared/domain/query/fold.ts';
import { compileQuery } from '../../../../shared/domain/query/match.ts';
import { parseQuery } from '../../../../shared/domain/query/parse.ts';
import { wordsIn } from '../../../../shared/domain/query/words.ts';
import { anyCharacter } from '../../../any-character.ts';

function isFound(q: string, text: string): boolean {
  const parsed = parseQuery(q);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return compileQuery(parsed.query).matches([wordsIn(text)]);
}

describe('a name is found as people write it', () => {
  it.each([
    ['Latin', 'Élodin', ['ELODIN GAGNE', 'e\u0301lodin gagne', 'Elodin perd']],
    ['Latin with strokes', 'Łørdal', ['LORDAL OPENS', 'Łørdal opens']],
    ['German', 'Weißgrund', ['WEISSGRUND BAUT', 'WEIẞGRUND baut', 'Weissgrund baut']],
    ['Turkish', 'Iğdırlı', ['IĞDIRLI AŞ', 'ığdırlı kapandı', 'Igdirli AS']],
    ['Turkish with a dot', 'İnceli', ['İNCELİ GIDA', 'inceli gıda', 'Inceli']],
    ['Greek', 'Άλμος', ['ΑΛΜΟΣ ΑΕ', 'άλμοσ', 'Άλμος ΑΕ']],
    ['Cyrillic', 'Берёзов', ['БЕРЕЗОВ открыл', 'Берёзов закрыл']],
    ['Hebrew', 'שלומית', ['שְׁלוֹמִית פתחה']],
    ['Arabic', 'أحمدون', ['احمدون تفتح', 'أَحْمَدُون', 'ﺍﺣﻤﺪﻭﻥ']],
    ['Devanagari', 'ज़ेनवाल', ['\u095bेनवाल खुला']],
    ['kana', 'ガルデ', ['ｶﾞﾙﾃﾞ 商会', 'カ\u3099ルテ\u3099']],
    ['Han with full-width letters', '東浜ABC', ['東浜ＡＢＣ 銀行', '東浜abc 銀行']],
    ['Korean', '가온텍', ['\u1100\u1161\u110b\u1169\u11ab\u1110\u1166\u11a8']],
    ['Thai', 'น้ำทอง', ['น\u0e49\u0e4d\u0e32ทอง']],
    ['ligatures', 'Office Finder', ['oﬃce ﬁnder']],
    ['an apostrophe', "D'Orlan", ['D’Orlan', 'DʼOrlan', 'D＇Orlan', 'D′ORLAN']],
    ['a trade mark', 'Acme', ['Acme™ opens', 'Acme®', 'Acme²']],
  ])('%s', (_, name, texts) => {
    expect(texts.filter((text) => !isFound(name, text))).toEqual([]);
    const [own, plain = own] = [name, texts[0]?.split(' ')[0]];
    expect(isFound(`"${plain}"`, `${own} x`)).toBe(true);
  });

  it.each([
    ['"Qor++"', 'Qor++ 9 is out', 'River Qor floods'],
    ['Qor++', 'A hole in Qor++.', 'Qor+ is another'],
    ['".Nex"', 'Why .Nex?', 'Nex sings at acme.nex'],
    ['C#', 'New in C#', 'C major'],
    ['"Quill & Vane"', 'Quill&Vane closes', 'Quill opens Vane'],
    ['X', 'X changes its name', 'Xylo'],
  ])('%s with its signs', (q, found, other) => {
    expect([isFound(q, found), isFound(q, other)]).toEqual([true, false]);
  });

  it('a word without signs is found with them, too', () => {
    expect(isFound('Qor', 'Qor++ 9 is out')).toBe(true);
  });
});

it('folds a text once', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 6 });
  fc.assert(
    fc.property(text, (any) => {
      expect(foldText(foldText(any))).toBe(foldText(any));
    }),
  );
});
