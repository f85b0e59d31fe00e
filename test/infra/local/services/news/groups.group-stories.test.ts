import { describe, expect, it } from 'vitest';
import { groupStories, titleWords } from '../../../../../infra/local/services/news/groups.ts';

const gather = (titles: readonly string[], labels: readonly string[] = []) =>
  groupStories(
    titles.map((title, at) => ({ label: labels[at], words: titleWords(title), sketch: undefined })),
  );

describe('stories of titles', () => {
  it('are those that share about half of their words, in any of their forms', () => {
    const groups = gather([
      'Snow closes Oslo airport',
      'Airport in Oslo closed by snow',
      'Acme recalls cars',
      'Travellers stuck as Oslo airport stays closed',
    ]);
    expect(groups).toEqual([[0, 1, 3], [2]]);
  });

  it('stay apart where they share no more than a name', () => {
    expect(gather(['Acme opens a museum in Berlin', 'Investors sue Acme over delays'])).toHaveLength(2);
  });

  it('work in scripts without blanks', () => {
    const titles = ['東京の銀行で情報漏えい', '大阪で暴風雨、学校は休校', '東京の銀行で情報漏えいか'];
    expect(gather(titles)).toEqual([[0, 2], [1]]);
  });

  it('are those that the corpus names, where it does', () => {
    const titles = ['Acme recalls cars', 'Un rappel de voitures', 'Acme recalls cars'];
    expect(gather(titles, ['recall', 'recall', 'another'])).toEqual([[0, 1], [2]]);
  });

  it('are none of nothing, and one each of titles without words', () => {
    expect(gather([])).toEqual([]);
    expect(gather(['!!!', '…'])).toEqual([[0], [1]]);
  });
});
