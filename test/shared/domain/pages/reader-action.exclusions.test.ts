import { expect, it } from 'vitest';
import { proposeExclusions, type ReaderAction } from '../../../../shared/domain/pages/reader-action.ts';
import { NOON } from '../../../ports/examples.ts';

const action = (n: number, changes: Partial<ReaderAction> = {}): ReaderAction => ({
  kind: 'not-relevant',
  watchId: 'acme-news',
  alertId: `alert-${n}`,
  lane: 'press-team',
  domain: `outlet-${n}.example`,
  at: NOON,
  expiresAt: NOON,
  ...changes,
});
const proposed = (
  actions: readonly ReaderAction[],
  titles: readonly string[] = [],
  { excluded = { domains: [] as string[], phrases: [] as string[] }, wanted = ['Acme'] } = {},
) =>
  proposeExclusions(actions, {
    titles: new Map(titles.map((title, n) => [`alert-${n}`, title])),
    excluded,
    wanted,
  });

it('outlets of which readers want less, and those of three alerts that were not relevant', () => {
  const same = { domain: 'wire.example' };
  expect(proposed([action(0, same), action(1, same)]).domains).toEqual([]);
  expect(
    proposed([action(0, same), action(1, same), action(2, same), action(3, { kind: 'less-outlet' })]).domains,
  ).toEqual(['outlet-3.example', 'wire.example']);
});

it('an alert that two channels judged counts once, and what was undone does not count', () => {
  const same = { domain: 'wire.example' };
  const twice = [action(0, same), action(0, { ...same, lane: 'board' }), action(1, same)];
  expect(proposed([...twice, action(2, { ...same, undoneAt: NOON })]).domains).toEqual([]);
});

it('words that headlines share, without those that the watch looks for; else the whole headline', () => {
  const titles = ['Acme Comics fair draws crowds', 'Where the comics fair began', 'Acme plant of the heart'];
  expect(proposed([action(0), action(1), action(2)], titles).phrases).toEqual([
    'comics fair',
    'Acme plant of the heart',
  ]);
  // As a phrase, it would exclude all that the watch finds.
  expect(proposed([action(0)], ['Acme opens']).phrases).toEqual([]);
});

it('nothing that is excluded already', () => {
  const excluded = { domains: ['outlet-0.example'], phrases: ['Acme opens its seventh plant'] };
  const actions = [action(0), action(0, { kind: 'less-outlet' })];
  expect(proposed(actions, ['Acme opens its seventh plant'], { excluded })).toEqual({
    domains: [],
    phrases: [],
  });
});
