import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { storyArticleOf } from '../../../../shared/domain/stories/story.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { aStoryRecord } from '../../../store/store-stories.ts';
import { findingsOf, workbench } from '../../use-cases/bench.ts';
import { profileOf } from './profile-of.ts';
import { earlierParts, isNextPart } from '../../../../shared/domain/stories/similarity-profile.ts';

const part = (day: number, changes: Partial<Finding> = {}) =>
  aFinding(day, {
    title: 'Your horoscope for today',
    snippet: '',
    outlet: { domain: 'stars.example' },
    link: `https://stars.example/horoscope/${day}`,
    publishedAt: NOON + day * DAY - HOUR,
    indexedAt: NOON + day * DAY,
    ...changes,
  });

describe('a title without a text that an outlet prints again', () => {
  it.each<[string, boolean, Partial<Finding>]>([
    ['on another day, under another link', true, {}],
    ['under the same link', false, { link: 'http://www.stars.example/horoscope/0?utm_source=x' }],
    ['without a link', false, { link: undefined }],
    ['without a date', false, { publishedAt: undefined }],
    ['published before the other one was indexed', false, { publishedAt: NOON - MINUTE }],
    ['on the same day', false, { indexedAt: NOON + 6 * HOUR, publishedAt: NOON + 5 * HOUR }],
    [
      'early on the next day',
      false,
      { indexedAt: NOON + 11 * HOUR + 59 * MINUTE + DAY - DAY + 1, publishedAt: NOON + HOUR },
    ],
    ['with another title', false, { title: 'Your horoscope for next year' }],
    ['in another outlet', false, { outlet: { domain: 'moon.example' } }],
  ])('%s is the next part: %s', (_name, isNext, changes) => {
    expect(isNextPart(profileOf(part(1, changes)), [part(0)])).toBe(isNext);
  });

  it('is compared with the latest articles of its outlet, and with none where both have texts', () => {
    const articles = [0, 1, 2, 3, 4, 5, 6].map((day) => storyArticleOf(part(day)));
    const others = [storyArticleOf(part(9, { outlet: { domain: 'moon.example' } }))];
    const text = 'Mars meets Venus, and the week begins well for those who wait for it. '.repeat(6);
    const { signature } = profileOf(part(0));
    const of = (changes: Partial<Finding>, own = signature) =>
      earlierParts(profileOf(part(8, changes)), {
        ...aStoryRecord('s'),
        signature: own,
        articles: [...articles, ...others],
      });
    expect(of({})).toEqual([6, 5, 4, 3, 2].map((day) => part(day).fingerprint));
    expect(of({ snippet: text })).toHaveLength(5);
    expect(of({ snippet: text }, profileOf(part(0, { snippet: text })).signature)).toEqual([]);
    expect(of({ outlet: { domain: 'sun.example' } })).toEqual([]);
  });
});

describe('a daily series without texts', () => {
  const watch = aWatch({ firstRun: 'tell', alert: { when: 'story', channel: 'press-team' } });

  it('is one alert a day, however often a part is indexed again, and swallows none', async () => {
    const bench = await workbench({ watches: [watch], corpus: [] });
    const alerts: number[] = [];
    for (let day = 0; day < 10; day += 1) {
      for (const again of [0, 1, 2]) {
        const indexedAt = NOON + day * DAY + again * HOUR;
        bench.corpus.push({ finding: part(day, { fingerprint: `part-${day}-${again}`, indexedAt }) });
        bench.clock.at = indexedAt + 10 * MINUTE;
        await bench.run({}, `run-${indexedAt}`);
      }
      alerts.push(
        (await bench.store.alerts.madeOn(new Date(NOON + day * DAY).toISOString().slice(0, 10), 100)).length,
      );
    }
    expect(alerts).toEqual(alerts.map(() => 1));
    const stories = Map.groupBy(await findingsOf(bench), ({ story }) => story);
    expect([...stories.values()].map((all) => all.length)).toEqual(alerts.map(() => 3));
  });

  it('that comes once a week is an alert a week', async () => {
    const bench = await workbench({ watches: [watch], corpus: [] });
    let alerts = 0;
    for (const day of [0, 7, 14, 21]) {
      bench.corpus.push({ finding: part(day) });
      bench.clock.at = NOON + day * DAY + 10 * MINUTE;
      alerts += (await bench.run({}, `run-${day}`)).alerts;
    }
    expect(alerts).toBe(4);
  });
});
