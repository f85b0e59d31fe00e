import * as fc from 'fast-check';
import {
  type Alert,
  findingAlertOf,
  incidentAlertOf,
  policyAlertOf,
} from '../../../../shared/domain/alerts/alert.ts';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import type { StorySummary } from '../../../../shared/domain/alerts/story-summary.ts';
import { aChannel, aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { anyCharacter } from '../../../any-character.ts';

/** Hostile text: other scripts, control characters, changed writing direction, and great length. */
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: anyCharacter, maxLength: 80 }),
  fc
    .tuple(
      fc.constantFrom(
        '\r\n',
        '\u0000',
        '\u202e',
        '"\\',
        '東',
        '👨‍👩‍👧',
        'z\u0351\u0352\u0353',
        ' ',
        '…',
        '\ud83d',
        '<b>',
      ),
      fc.integer({ min: 1, max: 600 }),
    )
    .map(([part, times]) => part.repeat(times)),
);
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,62}[a-z0-9]$/);

const finding = fc
  .record({
    n: fc.integer({ min: 0, max: 99_999 }),
    title: hostile,
    snippet: hostile,
    link: maybe(
      fc.oneof(
        hostile,
        fc.webUrl(),
        fc.tuple(fc.webUrl(), hostile).map(([url, end]) => url + end),
      ),
    ),
    outlet: maybe(
      fc.record({
        domain: hostile,
        name: maybe(hostile),
        country: maybe(hostile),
        rank: maybe(fc.integer({ min: 1, max: 999_999 })),
      }),
    ),
    matched: fc.array(hostile, { maxLength: 20 }),
  })
  .map(({ n, ...rest }) => aFinding(n, rest));

const policy = fc.constantFrom('finding', 'story');
const watch = fc
  .record({ id: name, brand: maybe(name), severity: fc.constantFrom('info', 'warning', 'critical') })
  .chain((changes) => policy.map((when) => aWatch({ ...changes, alert: { ...aWatch().alert, when } })));

/** Few stories, so that some alerts of a message are about the same one. */
const story: fc.Arbitrary<StorySummary> = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  articles: fc.integer({ min: 1, max: 2_000 }),
  outlets: fc.integer({ min: 1, max: 2_000 }),
  countries: fc.integer({ min: 0, max: 200 }),
});
/** Texts of a policy can contain words from the news. */
const detection = fc
  .record(
    {
      text: hostile,
      short: hostile,
      period: fc.constant({ from: NOON - 3_600_000, to: NOON }),
      changes: fc.array(fc.record({ name: hostile, from: hostile, to: hostile }), { maxLength: 5 }),
    },
    { requiredKeys: ['text'] },
  )
  .map((seen) => ({ ...seen, text: `Seen: ${seen.text}` }));

const alert: fc.Arbitrary<Alert> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(watch, finding, maybe(story)).map(([of, found, about]) => ({
      ...findingAlertOf(of, { finding: found, foundAt: NOON }),
      ...(about && { story: about }),
    })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(watch, finding, detection, fc.constantFrom('change', 'first_seen', 'sentiment', 'spike'))
      .map(([of, found, seen, when]) =>
        policyAlertOf(of, {
          policy: when,
          key: [found.fingerprint],
          detection: seen,
          findings: [found],
          now: NOON,
        }),
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(hostile, fc.boolean())
      .map(([text, resolved]) =>
        incidentAlertOf(
          { subject: text, kind: 'failing', since: NOON, text },
          { channel: 'c', resolved, now: NOON },
        ),
      ),
  },
);

/** A few alerts, or very many. */
export const hostileAlerts = fc.oneof(
  fc.array(alert, { minLength: 1, maxLength: 4 }),
  fc
    .tuple(fc.array(alert, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 60 }))
    .map(([some, times]) =>
      Array.from({ length: times }, (_, round) =>
        some.map((one) => ({ ...one, id: `${one.id}-${round}` })),
      ).flat(),
    ),
);
export const someChannel: fc.Arbitrary<Channel> = fc
  .record({
    name: fc.oneof(name, fc.constant('operators')),
    timezone: fc.constantFrom('Europe/Paris', 'Asia/Kathmandu'),
  })
  .map((changes) => aChannel({ sms: ['+33600000000'], ...changes }));
