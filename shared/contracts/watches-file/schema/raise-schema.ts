import * as z from 'zod';
import { RAISE_LIMITS } from '../../../domain/policies/story.ts';
import { SEVERITIES } from '../../../domain/watches/watch.ts';
import { withExpectation } from './expectations.ts';
import { numberBetween, oneOf, textSchema } from './values.ts';

const bound = withExpectation(z.union([z.number(), textSchema]), {
  expected: 'a number, or a day in quotes such as "2026-11-21"',
});
const range = z.strictObject({ gte: bound.optional(), lte: bound.optional() });
const value = z.union([z.number(), textSchema]);
const condition = withExpectation(z.union([range, z.array(value).min(1).max(100), z.number(), textSchema]), {
  expected: 'a value, a list of values, or a range such as { gte: 500 }',
});

const { outlets, topRank, countries, sentiment } = RAISE_LIMITS;

const rule = z.strictObject({
  to: oneOf(SEVERITIES).describe('The severity to which the story climbs.'),
  outlets: numberBetween(outlets).optional().describe('At least so many outlets print it.'),
  top_rank: numberBetween(topRank).optional().describe('An outlet of this SEO rank or better prints it.'),
  countries: numberBetween(countries).optional().describe('Outlets of at least so many countries print it.'),
  sentiment: numberBetween(sentiment)
    .optional()
    .describe('The mean sentiment of its articles, of 5 or more, falls to this value.'),
  where: z
    .record(z.string(), condition)
    .optional()
    .describe('Facts of an event or a record that meet all of these conditions, by their names.'),
});

/** The rules by which a story climbs. */
export const raiseSchema = withExpectation(
  z.array(withExpectation(rule, { expected: 'a rule such as { to: critical, outlets: 10 }' })).max(20),
  { expected: 'a list of rules, such as [{ to: critical, outlets: 10 }]' },
).describe(
  'When a story climbs to a higher severity, and alerts again: all conditions of one of these rules hold. [] never.',
);

export type WrittenRule = z.output<typeof rule>;
