import { describe, expect, it } from 'vitest';
import { checkWatches } from '../../../../shared/contracts/watches-file/check-watches.ts';
import { printPath } from '../../../../shared/contracts/watches-file/problem.ts';
import { watchSchema } from '../../../../shared/contracts/stored/definitions.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { POLICIES } from '../../../../shared/domain/policies/registry.ts';
import { NOON } from '../../../ports/examples.ts';

// The `alert` block of a watch: each policy with its settings, and what it is refused for.

const QUERIES = {
  search: { q: 'acme' },
  volume: { q: 'acme' },
  events: { event_type: 'layoff' },
  extraction: { query: 'Layoffs in Europe' },
};
type Kind = keyof typeof QUERIES;

function check(
  alert: object,
  { kind = 'search', query = {}, ...more }: { kind?: Kind; query?: object } & object = {},
) {
  const checked = checkWatches(
    {
      operators: { email: ['ops@acme.example'] },
      channels: { press: { email: ['press@acme.example'] } },
      watches: {
        w: { kind, query: { ...QUERIES[kind], ...query }, alert: { channel: 'press', ...alert }, ...more },
      },
    },
    { now: NOON },
  );
  return {
    warnings: checked.warnings.map(({ path, what }) => `${printPath(path)} | ${what}`),
    watch: checked.ok ? checked.desired.watches[0] : undefined,
    problems: checked.ok
      ? []
      : checked.problems.map(({ path, what, expected = '', hint = '' }) =>
          [printPath(path).replace('watches.w.', ''), what, expected, hint].join(' | '),
        ),
  };
}

describe('each policy', () => {
  it.each([
    [{}, { when: 'story', grows: { outlets: 10, topRank: 1_000, sentiment: -0.3 } }],
    [
      { when: 'story', grows: { outlets: 20 } },
      { when: 'story', grows: { outlets: 20, topRank: 1_000, sentiment: -0.3 } },
    ],
    [{ when: 'story', grows: false }, { when: 'story' }],
    [{ when: 'finding' }, { when: 'finding' }],
    [{ when: 'volume' }, { when: 'volume', settings: { count: 50, within: DAY, of: 'articles' } }],
    [
      { when: 'volume', count: 5, within: '2h', of: 'stories' },
      { when: 'volume', settings: { count: 5, within: 2 * HOUR, of: 'stories' } },
    ],
    [{ when: 'spike' }, { when: 'spike', settings: { within: 6 * HOUR, factor: 3, least: 10, weeks: 4 } }],
    [
      { when: 'silence', for: '7d' },
      { when: 'silence', settings: { for: 7 * DAY } },
    ],
    [
      { when: 'first_seen', of: 'author' },
      { when: 'first_seen', settings: { of: 'author' } },
    ],
    [{ when: 'sentiment' }, { when: 'sentiment', settings: { of: 'single', within: DAY, least: 5 } }],
    [
      { when: 'sentiment', of: 'mean', below: -0.2 },
      { when: 'sentiment', settings: { of: 'mean', below: -0.2, within: DAY, least: 5 } },
    ],
    [{ when: 'change' }, { when: 'change', settings: {} }],
    [
      { when: 'change', of: ['headline'] },
      { when: 'change', settings: { of: ['headline'] } },
    ],
  ])('%j has every setting filled in, and survives the store', (alert, expected) => {
    const { watch, problems } = check(alert);
    expect(problems).toEqual([]);
    expect(watch?.alert).toEqual({ channel: 'press', ...expected });
    expect(watchSchema.parse(JSON.parse(JSON.stringify(watch)))).toEqual(watch);
  });

  it('is named where an unknown one stands', () => {
    expect(check({ when: 'volum' }).problems).toEqual([
      `alert.when | unknown policy | ${POLICIES.slice(0, -1).join(', ')} or ${POLICIES.at(-1)} | did you mean volume?`,
    ]);
  });

  it.each([
    [{ when: 'volume', count: 0 }, 'alert.count | too small | a whole number from 1 up to 10000000'],
    [{ when: 'volume', within: '24' }, 'alert.within | wrong form | a whole number with its unit'],
    [{ when: 'volume', weeks: 4 }, 'alert.weeks | unknown key weeks'],
    [{ when: 'spike', within: '2d' }, 'alert.within | too long'],
    [{ when: 'first_seen', of: 'outlets' }, 'alert.of | wrong value'],
    [
      { when: 'sentiment', below: '-0.5' },
      'alert.below | wrong kind of value | a number from -1 up to 1 | leave out the quotes',
    ],
    [{ when: 'sentiment', below: 0.5, above: 0.5 }, 'alert.above | above must be more than below'],
    [
      { when: 'change', of: 'headline' },
      'alert.of | wrong kind of value |  | write a list in brackets: [headline]',
    ],
    [{ when: 'change', of: [] }, 'alert.of | the list is empty'],
    [{ when: 'change', of: ['Amount of money'] }, 'alert.of[0] | wrong form | headline, or names of facts'],
    [{ when: 'story', grows: { outlets: 1 } }, 'alert.grows.outlets | too small | a whole number from 2'],
    [
      { when: 'story', grows: { outlet: 5 } },
      'alert.grows.outlet | unknown key outlet | outlets, top_rank or sentiment | did you mean outlets?',
    ],
    [{ when: 'story', grows: 'no' }, 'alert.grows | wrong value'],
    [{ when: 'finding', grows: { outlets: 5 } }, 'alert.grows | unknown key grows'],
  ])('%j is refused', (alert, problem) => {
    const { problems } = check(alert);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });
});

describe('a policy and what the watch finds', () => {
  it.each([
    ['volume', { when: 'volume' }, {}, undefined],
    ['volume', { when: 'spike' }, {}, undefined],
    ['volume', { when: 'silence' }, {}, undefined],
    ['volume', { when: 'volume', of: 'stories' }, {}, 'alert.of | the watch knows only numbers of articles'],
    [
      'volume',
      { when: 'volume', within: '3h' },
      { aggregation_by: 'day' },
      'alert.within | the watch counts by day',
    ],
    ['volume', { when: 'spike' }, { aggregation_by: 'day' }, 'alert.when | a spike is seen by the hour'],
    [
      'volume',
      { when: 'first_seen' },
      {},
      'alert.when | a watch of kind volume finds no articles, only their numbers: there is no first seen to tell',
    ],
    ['volume', { when: 'sentiment', of: 'mean' }, {}, 'alert.when | numbers have no sentiment'],
    ['volume', { when: 'change' }, {}, 'alert.when | a watch of kind volume finds no articles'],
    ['events', { when: 'volume', of: 'stories' }, {}, undefined],
    ['events', { when: 'change', of: ['location'] }, {}, undefined],
    [
      'events',
      { when: 'change', of: ['locaton'] },
      {},
      'alert.of | events have no fact locaton |  | these are known: company_name, event_date, number_of_people_laid_off',
    ],
    [
      'events',
      { when: 'change', of: ['headline'] },
      {},
      'alert.of | the headline of an event is only worded anew',
    ],
    ['events', { when: 'first_seen', of: 'company' }, {}, undefined],
    [
      'events',
      { when: 'first_seen', of: 'author' },
      {},
      'alert.of | events do not name an author |  | write of: outlet or of: company',
    ],
    ['events', { when: 'sentiment' }, {}, 'alert.when | events have no sentiment'],
    ['extraction', { when: 'silence' }, {}, undefined],
    ['extraction', { when: 'spike' }, {}, 'alert.when | records come when a job has run'],
    ['extraction', { when: 'change', of: ['headline'] }, {}, undefined],
    [
      'search',
      { when: 'first_seen', of: 'company' },
      {},
      'alert.of | articles name companies only in their language layer, which the query does not ask for |  | add include_nlp_data',
    ],
    ['search', { when: 'first_seen', of: 'company' }, { include_nlp_data: true }, undefined],
    ['extraction', { when: 'first_seen', of: 'company' }, {}, undefined],
    [
      'extraction',
      { when: 'first_seen', of: 'company' },
      { mode: 'lite' },
      'alert.of | a job of mode lite gives titles and citations, and names no company',
    ],
    [
      'search',
      { when: 'change', of: ['amount'] },
      {},
      'alert.of | articles have no fact amount |  | write of: [headline]',
    ],
  ] as [Kind, object, object, string | undefined][])('%s with %j', (kind, alert, query, problem) => {
    const { problems } = check(alert, { kind, query });
    expect(problems).toHaveLength(problem === undefined ? 0 : 1);
    expect(problems.join('')).toContain(problem ?? '');
  });

  it('a watch for changed headlines looks back a day, one for spikes in counts four weeks, unless it says otherwise', () => {
    expect(check({ when: 'change' }).watch).toMatchObject({ overlap: DAY, lookback: DAY });
    expect(check({ when: 'change' }, { overlap: '2h' } as object).watch).toMatchObject({ overlap: 2 * HOUR });
    expect(check({ when: 'spike' }, { kind: 'volume' }).watch).toMatchObject({
      overlap: HOUR,
      lookback: 28 * DAY,
    });
    expect(check({ when: 'spike' }, { kind: 'volume', lookback: '2d' } as object).watch).toMatchObject({
      lookback: 2 * DAY,
    });
    expect(check({ when: 'spike' }).watch).toMatchObject({ lookback: DAY });
  });

  it('a watch for sentiment that asks for none is warned of', () => {
    const warned = 'watches.w.alert.when | articles come without a sentiment: it never rings';
    expect(check({ when: 'sentiment' }).warnings).toContain(warned);
    expect(check({ when: 'sentiment' }, { query: { include_nlp_data: true } }).warnings).not.toContain(
      warned,
    );
    expect(check({ when: 'story' }).warnings).not.toContain(warned);
  });
});
