import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { decodeDocument } from '../../../../shared/domain/text/decode-document.ts';

const document = (text: string, { encoding = '', language = '' } = {}) =>
  `<?xml version="1.0"${encoding && ` encoding="${encoding}"`}?><rss><language>${language}</language><title>${text}</title></rss>`;

/** The bytes of a text in a single-byte encoding, which nothing here writes: by what each byte is read as. */
function inBytes(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(Array.from({ length: 256 }, (_, n) => [decoder.decode(new Uint8Array([n])), n]));
  return Uint8Array.from(text, (character) => bytes.get(character) ?? 0x3f);
}
/** A document around a text whose bytes are given in hex digits. */
function around(hex: string, name = 'utf-8'): Uint8Array {
  const [start = '', end = ''] = document('|', { encoding: name }).split('|');
  return Buffer.concat([Buffer.from(start), Buffer.from(hex, 'hex'), Buffer.from(end)]);
}

const RUSSIAN = 'Компания отзывает четыре тысячи насосов';
const FRENCH = 'Été à l’école : déjà prêts';

describe('a document is read', () => {
  it.each([
    ['windows-1251', 'gbk'],
    ['iso-8859-1', ''],
    ['utf-16', ''],
    ['', 'iso-8859-1'],
  ])('as UTF-8 that it is, though it says %s and its header %s', (encoding, header) => {
    const text = document(RUSSIAN, { encoding });
    expect(decodeDocument(Buffer.from(text), `text/xml; charset=${header}`)).toBe(text);
  });

  it.each([
    ['cp-1251', 'iso-8859-1'],
    ['win1251', 'utf-8'],
    ['windows-1251', ''],
  ])('by its own name %s, before a header that says %s', (encoding, header) => {
    const text = document(RUSSIAN, { encoding });
    expect(decodeDocument(inBytes(text, 'windows-1251'), `text/xml; charset=${header}`)).toBe(text);
  });

  it.each([
    ['windows-1252', 'fr', FRENCH],
    ['windows-1251', 'ru', RUSSIAN],
    ['koi8-u', 'ru', RUSSIAN],
    ['windows-1250', 'cs', 'Dvě stě lidí říká, že žádné čekání nemá smysl'],
    ['windows-1253', 'el', 'Η εταιρεία ανακαλεί τέσσερις χιλιάδες αντλίες'],
    ['windows-1254', 'tr', 'Şirket dört bin pompayı geri çağırdı'],
    ['windows-1255', 'he', 'החברה מחזירה ארבעת אלפים משאבות'],
    ['windows-1256', 'ar', 'الشركة تسحب أربعة آلاف مضخة'],
  ])('in %s by how it looks, where all that is said of it is wrong', (encoding, language, words) => {
    const text = document(words, { encoding: 'utf-8', language });
    expect(decodeDocument(inBytes(text, encoding), 'text/xml; charset=utf-8')).toBe(text);
  });

  it.each([
    [
      'gb18030',
      '公司召回四千台水泵，因为密封圈会开裂',
      'b9abcbbed5d9bbd8cbc4c7a7cca8cbaeb1c3a3acd2f2ceaac3dcb7e2c8a6bbe1bfaac1d1',
    ],
    ['Shift_JIS', '平金精機が回収', '95bd8be090b88b4082aa89f18efb'],
    ['EUC-JP', '平金精機が回収', 'cabfb6e2c0bab5a1a4acb2f3bcfd'],
    ['EUC-KR', '소라벨 펌프 리콜', 'bcd2b6f3baa720c6dfc7c120b8aec4dd'],
    ['Big5', '嵐瀾泵業召回', 'b450c469aca6b77ea56ca65e'],
  ])('in %s in the same way', (_, words, hex) => {
    expect(decodeDocument(around(hex))).toContain(words);
  });

  it('with the syllables that Korean programs add to EUC-KR', () => {
    expect(decodeDocument(around('aa42c2f7', 'cp949'))).toContain('찦차');
    expect(decodeDocument(around('c2f78141', 'windows-949'))).toContain('차갂');
  });

  it('by the escapes of ISO-2022-JP, and with a byte order mark as that says', () => {
    expect(decodeDocument(around('1b2442456c357e1b2842'))).toContain('東京');
    expect(decodeDocument(Buffer.from(`\ufeff${RUSSIAN}`, 'utf16le'), 'text/xml; charset=utf-8')).toBe(
      RUSSIAN,
    );
    const wide = document(RUSSIAN, { encoding: 'utf-16' });
    expect(decodeDocument(Buffer.from(wide, 'utf16le'))).toBe(wide);
  });

  it('as damaged UTF-8 where few bytes are wrong, and whole where it is cut within a character', () => {
    const text = document(FRENCH);
    const damaged = Buffer.concat([Buffer.from(text), Buffer.from([0xff])]);
    expect(decodeDocument(damaged)).toBe(`${text}\ufffd`);
    expect(decodeDocument(Buffer.from(`${FRENCH}é`).subarray(0, -1), 'text/xml; charset=iso-8859-1')).toBe(
      FRENCH,
    );
  });
});
