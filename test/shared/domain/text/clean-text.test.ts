import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanLines, cleanText } from '../../../../shared/domain/text/clean-text.ts';
import { LINEAR_SECONDS, processorSeconds } from '../../../processor-time.ts';
import { fullForm } from '../../../full-form.ts';

describe('a text of the news', () => {
  it.each([
    ['a named reference', 'AT&amp;T &lsquo;grows&rsquo;', 'AT&T ‘grows’'],
    ['a decimal one', 'UK&#39;s and &#039;yes&#039;', "UK's and 'yes'"],
    ['a hexadecimal one', 'UK&#x27;s &#X2019;', "UK's ’"],
    ['one of windows-1252', 'UK&#146;s &#150; now', 'UK’s – now'],
    ['one without its semicolon', 'UK&#8217s', 'UK’s'],
    ['one that was encoded twice', 'UK&amp;#39;s &amp;amp; &amp;quot;us&amp;quot;', 'UK\'s & "us"'],
    [
      'one that lost its ampersand',
      'UK#39;s #39;partygate#39; is #8220;on#8221;',
      "UK's 'partygate' is “on”",
    ],
    ['a blank that does not break', 'Acme&nbsp;grows\u00a0fast\u202f', 'Acme grows fast'],
    [
      'tags inside a line',
      "Tonight's <em>Bachelor</em> <b class='x>y'>Fin</b>ale",
      "Tonight's Bachelor Finale",
    ],
    ['escaped tags', '&lt;p&gt;Acme &lt;b&gt;grows&lt;/b&gt;&lt;/p&gt;', 'Acme grows'],
    [
      'comments, scripts and styles',
      'Acme<!-- a > b --> grows<script>x("<b>")</script><style>p{}</style>',
      'Acme grows',
    ],
    ['a section of XML', '<![CDATA[Acme grows]]>', 'Acme grows'],
    ['what is invisible', 'Ac\u00adme\u200b grows\ufeff\u200e\u0007', 'Acme grows'],
    [
      'UTF-8 that was read as Latin-1',
      'Didi\u00e2\u0080\u0099s fate \u00e2\u0080\u0093 open',
      'Didi’s fate – open',
    ],
    ['a character of windows-1252', 'It\u0092s open', 'It’s open'],
    ['repeated blanks and line breaks', '  Acme \r\n\t grows  fast ', 'Acme grows fast'],
  ])('is read without %s', (_name, written, read) => {
    expect(cleanLine(written)).toBe(read);
    expect(cleanLine(cleanLine(written))).toBe(read);
  });

  it.each([
    'AT&T and R&D; S&P 500',
    'Microsoft <MSFT.O> falls < 3% > 2%',
    'I <3 Acme; ranked #39; then #10;',
    'Élan à Paris, Ünal, ñandú, Â, 日本語、ไทย, हिन्दी, 👩\u200d🚀',
    '10\u202f000 jobs, 1\u00a0500 more',
    'a ]]> b',
  ])('stays where nothing is encoded: %s', (text) => {
    expect(cleanText(text)).toBe(text);
  });

  it('keeps the lines of its blocks apart', () => {
    expect(cleanLines('<ul><li>Gold rises.</li><li>Oil falls.</li></ul>\n\n<p>More</p>')).toBe(
      'Gold rises.\nOil falls.\nMore',
    );
    expect(cleanLines('A\r\n\r\n  B   C\u00a0 D')).toBe('A\nB C D');
  });

  it('loses a tag that the service has cut, and nothing else', () => {
    expect(cleanLines('<ol><li>Gold rises.</li><li>Oil… [+3921 chars]')).toBe(
      'Gold rises.\nOil… [+3921 chars]',
    );
    expect(cleanLines('Gold rises.</l… [+9 chars]')).toBe('Gold rises.… [+9 chars]');
    expect(cleanLines('Gold <… [+9 chars]')).toBe('Gold … [+9 chars]');
    expect(cleanLines('Gold <a href="https://acme.exam…')).toBe('Gold …');
  });

  it('is the same when it is cleaned again', () => {
    const parts = [
      '&',
      'amp;',
      '#39;',
      'lt;',
      'gt;',
      '<',
      '>',
      'b',
      'p',
      '/',
      ' ',
      '\n',
      '"',
      'é',
      'Acme',
      '\u00a0',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (some) => {
        const once = cleanLines(some.join(''));
        expect(cleanLines(once)).toBe(once);
      }),
      { numRuns: fullForm(200, 2_000), examples: [[['<', 'p', '\n']]] },
    );
  });

  it.each([
    '&',
    '&amp;',
    '#39;',
    '<',
    '<a ',
    '<a href="',
    '<!--',
    '<script',
    '<p>',
    '\u00e2\u0080',
    ' \n',
    '</l…',
  ])('takes a second or so for a million characters: %j', (unit) => {
    const text = unit.repeat(1_000_000 / unit.length);
    const seconds = processorSeconds(() => {
      cleanLines(text);
      // In the square of its length it would take minutes.
    });
    expect(seconds).toBeLessThan(LINEAR_SECONDS);
  });
});
