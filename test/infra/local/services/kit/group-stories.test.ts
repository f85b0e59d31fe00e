import { describe, expect, it } from 'vitest';
import { comparedFrom, groupStories } from '../../../../../infra/local/services/kit/group-stories.ts';
import { DAY } from '../../../../../shared/domain/time/instant.ts';

type Told = Partial<Parameters<typeof comparedFrom>[0]> & { title: string };
const compared = (told: Told) => comparedFrom({ label: undefined, at: 0, text: undefined, ...told });
const gather = (...told: (Told | string)[]) =>
  groupStories(told.map((one) => compared(typeof one === 'string' ? { title: one } : one)));

describe('stories', () => {
  it.each<[string, (Told | string)[], number[][]]>([
    [
      'share about half of the words of their titles, in any of their forms',
      [
        'Snow closes Oslo airport',
        'Airport in Oslo closed by snow',
        'Acme recalls cars',
        'Travellers stuck as Oslo airport stays closed',
      ],
      [[0, 1, 3], [2]],
    ],
    [
      'name the same, whatever else their titles share',
      ['Acme cuts 300 jobs at a plant', 'Globex cuts 300 jobs at a plant'],
      [[0], [1]],
    ],
    [
      'are told in scripts without blanks too',
      ['東京の銀行で情報漏えい', '大阪で暴風雨、学校は休校', '東京の銀行で情報漏えいか'],
      [[0, 2], [1]],
    ],
    [
      'are those that the corpus names, where it does',
      [
        { title: 'Acme recalls cars', label: 'recall' },
        { title: 'Un rappel de voitures', label: 'recall' },
        { title: 'Acme recalls cars', label: 'another' },
      ],
      [[0, 1], [2]],
    ],
    [
      'end after a week',
      [0, 6, 15].map((day) => ({ title: 'Acme recalls cars', at: day * DAY })),
      [[0, 1], [2]],
    ],
    ['are one each of titles without words', ['!!!', '…'], [[0], [1]]],
  ])('%s', (_, told, groups) => {
    expect(gather(...told)).toEqual(groups);
  });
});
