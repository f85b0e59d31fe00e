import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparedFrom, groupStories } from '../../../../../infra/local/services/kit/group-stories.ts';
import { headlineOf } from '../../../../../shared/domain/text/headline.ts';
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

describe('stories of real articles', () => {
  const folder = '../shared/data';
  const there = existsSync(folder);
  if (!there) process.stderr.write(`skipped: ${folder} is not beside the checkout\n`);

  it.skipIf(!there).each([
    ['headlines', 'news-stories', { rows: 800, pairs: 1_300, right: 0.96 }],
    ['reports in other words', 'news-events-text', { rows: 150, pairs: 75, right: 0.97 }],
  ])('of %s seldom mix two', (_, name, least) => {
    const lines = readFileSync(`${folder}/${name}.ndjson`, 'utf8').trim().split('\n');
    const rows = lines.slice(0, least.rows).map((line) => JSON.parse(line));
    const groups = groupStories(
      rows.map(({ title, content: text, domain_url: domain, name_source: source }) =>
        compared({ title: headlineOf(title, { domain, name: source }), text }),
      ),
    );
    const pairs = groups.flatMap((places) =>
      places.flatMap((one) => places.filter((two) => one < two).map((two) => [rows[one], rows[two]])),
    );
    const right = pairs.filter(([one, two]) => one['_story'] === two['_story']);
    expect(right.length).toBeGreaterThan(least.pairs);
    expect(right.length / pairs.length).toBeGreaterThan(least.right);
  });
});
