import { describe, expect, it } from 'vitest';
import { groupStories } from '../../../../../../infra/local/services/news/groups/group-stories.ts';
import { signatureOf } from '../../../../../../shared/domain/stories/similarity.ts';

const gather = (titles: readonly string[], text = '') =>
  groupStories(titles.map((title) => ({ title, signature: signatureOf(title, text) })));

describe('stories gathered all at once', () => {
  it('come together through titles that share nothing with each other', async () => {
    const groups = await gather([
      'Snow closes Oslo airport',
      'Airport in Oslo closed by snow',
      'Oslo airport stays closed until Monday',
      'Travellers stuck as Oslo airport stays closed',
      'Acme recalls cars',
      'Hundreds of travellers stuck in Oslo airport',
    ]);
    expect(groups).toEqual([[0, 1, 2, 3, 5], [4]]);
  });

  it('stay apart where two titles share no more than a name', async () => {
    expect(await gather(['Acme opens a museum in Berlin', 'Investors sue Acme over delays'])).toHaveLength(2);
  });

  it('work in scripts without blanks', async () => {
    const titles = ['東京の銀行で情報漏えい', '大阪で暴風雨、学校は休校', '東京の銀行で情報漏えいか'];
    expect(await gather(titles)).toEqual([[0, 2], [1]]);
  });

  it('are the same for the same titles, and hold each title once', async () => {
    const titles = Array.from(
      { length: 60 },
      (_, at) => `Word${at % 7} meets word${at % 5} on day ${at % 3}`,
    );
    const once = await gather(titles);
    expect(await gather(titles)).toEqual(once);
    expect(once.flat().toSorted((a, b) => a - b)).toEqual(titles.map((_, at) => at));
  });

  it('are none of nothing, and one each of titles without words', async () => {
    expect(await gather([])).toEqual([]);
    expect(await gather(['!!!', '…'])).toEqual([[0], [1]]);
  });
});
