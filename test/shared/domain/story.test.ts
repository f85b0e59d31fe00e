import { describe, expect, it } from 'vitest';
import { storyOf } from '../../../shared/domain/story.ts';
import { aFinding } from '../../ports/examples.ts';

const storyIn = (title: string, n = 1) => storyOf(aFinding(n, { title }));

describe('the story of a finding', () => {
  it.each([
    ['case', 'ACME RECALLS PUMPS'],
    ['punctuation', '“Acme”: recalls pumps!'],
    ['blanks', ' Acme  recalls\npumps '],
    ['the article it stands in', 'Acme recalls pumps'],
  ])('is the same for titles that differ in %s', (_name, title) => {
    expect(storyIn(title, 2)).toBe(storyIn('Acme recalls pumps'));
  });

  it.each([['Acme recalls 4,000 pumps'], ['Pumps recalls Acme'], ['Acme recalls pumps again']])(
    'is another one for %j',
    (title) => {
      expect(storyIn(title)).not.toBe(storyIn('Acme recalls pumps'));
    },
  );

  it('is the group of near-copies where the service names one, whatever the titles say', () => {
    const inGroup = (n: number, duplicateGroup: string) => storyOf(aFinding(n, { duplicateGroup }));
    expect(inGroup(1, 'g1')).toBe(inGroup(2, 'g1'));
    expect(inGroup(1, 'g1')).not.toBe(inGroup(1, 'g2'));
    expect(inGroup(1, 'g1')).not.toBe(storyOf(aFinding(1, { title: 'g1' })));
  });

  it('is its own where the title holds no word', () => {
    expect(storyIn('!?', 1)).not.toBe(storyIn('!?', 2));
    expect(storyIn('', 1)).toBe(storyIn('', 1));
  });

  it('keeps titles apart in scripts without blanks', () => {
    expect(storyIn('東京で新工場')).toBe(storyIn('「東京」で 新工場'));
    expect(storyIn('東京で新工場')).not.toBe(storyIn('大阪で新工場'));
  });
});
