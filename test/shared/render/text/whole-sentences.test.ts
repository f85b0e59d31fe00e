import { describe, expect, it } from 'vitest';
import { wholeSentences, withoutTitle } from '../../../../shared/render/text/whole-sentences.ts';

const TEXT =
  'Acme Corp is recalling 980,000 solar panels. A cable can come loose, Dr. Jane T. Doe of the consumer office said. Nobody was hurt.';

describe('a text is cut at the end of a sentence', () => {
  it.each([
    [200, TEXT],
    [120, TEXT.slice(0, TEXT.indexOf(' Nobody'))],
    [112, 'Acme Corp is recalling 980,000 solar panels.'],
    [60, 'Acme Corp is recalling 980,000 solar panels.'],
  ])('with room for %i characters', (most, expected) => {
    expect(wholeSentences(TEXT, most)).toBe(expected);
  });

  it.each([36, 37, 38, 41])('a sentence that has no room is cut after a word: %i characters', (most) => {
    expect(wholeSentences('Acme Corp, which makes solar panels, said so.', most)).toBe(
      'Acme Corp, which makes solar panels…',
    );
  });

  it('the last sentence of a text that was cut before is left out, unless it is the only one', () => {
    expect(wholeSentences('It rained. It rained again and aga…', 200)).toBe('It rained.');
    expect(wholeSentences('It rained again and aga…', 200)).toBe('It rained again and aga…');
  });

  it.each(['…', '...', ''])(
    'what a source says of the length of the rest is left out, after "%s"',
    (mark) => {
      expect(wholeSentences(`It rained. It rained again and aga${mark} [+533 chars]`, 200)).toBe(
        'It rained.',
      );
      expect(wholeSentences(`It rained again and aga${mark} [+533 chars]`, 200)).toBe(
        'It rained again and aga…',
      );
    },
  );

  it('in scripts with other marks', () => {
    expect(wholeSentences('彼は来た。彼女は帰った。', 7)).toBe('彼は来た。');
    expect(wholeSentences('वह आया। वह चली गई।', 9)).toBe('वह आया।');
  });
});

describe('a text without its title', () => {
  const title = 'Acme recalls 4,000 pumps';
  it.each([
    [`${title}. The pumps leak.`, 'The pumps leak.'],
    [`${title} – The pumps leak.`, 'The pumps leak.'],
    [`ACME recalls 4,000 pumps! The pumps leak.`, 'The pumps leak.'],
    [title, ''],
    [`${title} in France. They leak.`, `${title} in France. They leak.`],
    ['The pumps leak.', 'The pumps leak.'],
  ])('%j', (text, expected) => {
    expect(withoutTitle(text, title)).toBe(expected);
  });

  it('a title that is a sentence of the text behind a company', () => {
    expect(withoutTitle('The pumps leak. Nobody was hurt.', 'Acme: The pumps leak.')).toBe(
      'Nobody was hurt.',
    );
    expect(withoutTitle('Acme said so.', '')).toBe('Acme said so.');
  });
});
