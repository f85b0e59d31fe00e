import { expect, it } from 'vitest';
import { openTextStore } from '../../../../../../infra/local/services/kit/corpus/text-store.ts';

const MB = 1024 * 1024;

it('gives texts of every length back, in any order, also while others are added', () => {
  const store = openTextStore();
  // Blocks have 4 MB: texts that fill one, one that ends with it, and one that is longer than it.
  const texts = [
    '',
    '情報',
    ...Array.from({ length: 9 }, (_, at) => String(at).repeat(MB)),
    'é'.repeat(3 * MB),
    'z',
  ];
  const places = texts.map((text) => {
    const place = store.add(Buffer.from(text));
    expect(store.read(place) === text).toBe(true);
    return place;
  });

  for (const [at, place] of [...places.entries()].toReversed())
    expect(store.read(place) === texts[at]).toBe(true);
});

it('keeps a text as it was when it was added', () => {
  const store = openTextStore();
  const bytes = Buffer.from('first');
  const place = store.add(bytes);
  bytes.write('other');
  expect(store.read(place)).toBe('first');
});
