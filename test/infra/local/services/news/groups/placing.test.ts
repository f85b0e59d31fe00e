import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openJoining, packedSimilarity } from '../../../../../../infra/local/services/news/groups/placing.ts';
import {
  packSignatures,
  unpacked,
} from '../../../../../../infra/local/services/news/library/packed-signatures.ts';
import {
  NEAR_COPY,
  type Signature,
  signatureOf,
  similarity,
} from '../../../../../../shared/domain/stories/similarity.ts';
import { plainlyJoined } from './plain-placing.ts';

const WORDS = [
  'Acme',
  'cuts',
  '1,200',
  'jobs',
  'Hooli',
  'sues',
  'in',
  'Chicago',
  '東京',
  '3',
  'more',
  'Umbrella',
];
const TEXT = Array.from({ length: 200 }, (_, at) => `word${(at * 7919) % 1009}`).join(' ');
const TEXTS = ['', TEXT, `${TEXT} more`, TEXT.slice(300), `${TEXT.slice(0, 600)} ${'other '.repeat(80)}`];

const article = fc
  .tuple(fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }), fc.constantFrom(...TEXTS))
  .map(([title, text]) => signatureOf(title.join(' '), text));
const longTitles = fc.array(fc.string({ minLength: 5 }), { maxLength: 30 }).map((words) => words.join(' '));
const anything = fc.oneof(
  article,
  fc.tuple(longTitles, fc.string()).map(([title, text]) => signatureOf(title, text)),
);

const signatures = packSignatures();
const packed = (signature: Signature) => signatures.at(signatures.add(signature));

/** The signature of a story of several articles. */
const joined = ([first, ...others]: readonly Signature[]) => {
  const join = openJoining();
  let story = packed(first!);
  for (const other of others) {
    const { numbers, at } = join(story, packed(other));
    story = { numbers: numbers.slice(), at };
  }
  return story;
};

describe('packed signatures', () => {
  it('have the similarity of those that were packed, to the last digit', () => {
    const least = fc.constantFrom(0, 0.4, NEAR_COPY, 1);
    fc.assert(
      fc.property(
        fc.array(anything, { minLength: 1, maxLength: 4 }),
        anything,
        least,
        (story, other, least) => {
          const like = packedSimilarity(packed(other), joined(story), least);
          expect(like).toBe(similarity(other, story.reduce(plainlyJoined), least));
        },
      ),
    );
  });

  it('are joined as those that were packed', () => {
    fc.assert(
      fc.property(fc.array(anything, { minLength: 1, maxLength: 12 }), (story) => {
        expect(unpacked(joined(story))).toEqual(story.reduce(plainlyJoined));
      }),
    );
  });
});

describe('the signature of a story', () => {
  it('draws near what its articles share', () => {
    const titles = [
      'Mt. Gox files for US bankruptcy protection',
      'Bitcoin exchange Mt. Gox seeks bankruptcy relief',
      'Hackers take over blog of Mt. Gox chief',
    ];
    const story = joined(titles.map((title) => signatureOf(title)));
    const likeness = (title: string) => packedSimilarity(story, packed(signatureOf(title)), 0);
    expect(likeness('Judge grants Mt. Gox bankruptcy protection')).toBeGreaterThan(0.5);
    expect(likeness('Snow brings traffic in Oslo to a halt')).toBeLessThan(0.1);
  });

  it('takes any number of articles without growing', () => {
    const title = 'Acme Corp to cut 1,200 jobs in Chicago';
    const words = (at: number) =>
      Array.from({ length: 20 }, (_, word) => `x${at}-${(word * 7919) % 1009}`).join(' ');
    const articles = Array.from({ length: 200 }, (_, at) => signatureOf(`${title} ${words(at)}`, TEXT));
    const story = joined([signatureOf(title, TEXT), ...articles]);
    expect(unpacked(story).words).toHaveLength(24);
    expect(packedSimilarity(story, packed(signatureOf(title, TEXT)), 0)).toBeGreaterThan(NEAR_COPY);
  });
});
