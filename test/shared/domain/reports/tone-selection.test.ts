import { expect, it } from 'vitest';
import { toneSelectionOf } from '../../../../shared/domain/reports/tone-selection.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { aWatch } from '../../../ports/examples.ts';

const NAMES = ['Acme Corp', 'Crisis Labs'];

/** How a watch selects, in one line. */
function selection(changes: Partial<Watch>): string | undefined {
  const found = toneSelectionOf(
    aWatch({ id: 'w', exclude: { domains: [], phrases: [] }, ...changes }),
    NAMES,
  );
  return found && `${found.finds} ${found.news}: ${found.by.join(', ')}`;
}

it.each([
  ['"Acme Corp" AND (breach OR lawsuit OR court OR layoffs)', 'only bad: breach, lawsuit, court, layoffs'],
  ['NEAR("Acme Corp", "stolen data", 15)', 'only bad: stolen data'],
  ['Acme AND lawsui*', 'only bad: lawsui*'],
  ['Acme scandale', 'only bad: scandale'],
  ['Acme AND (award OR prize)', 'only good: award, prize'],
  ['Acme AND (lawsuit OR profit OR plant)', undefined],
  ['Acme NOT (lawsuit OR scandal)', 'none bad: lawsuit, scandal'],
  ['"Acme Corp"', undefined],
  ['"Crisis Labs" OR Acme', undefined],
  ['NEAR("Acme Corp", "funding", 15) OR NEAR("Acme Corp", "shares", 15)', undefined],
  ['Acme AND (', undefined],
])('a query selects by tone or does not: %s', (q, expected) => {
  expect(selection({ query: { q } })).toBe(expected);
});

it.each([
  [
    'a limit of sentiment',
    { query: { q: 'Acme', content_sentiment_max: -0.2 } },
    'only tone: content_sentiment_max',
  ],
  [
    'limits of the sentiment of titles and texts',
    { query: { q: 'Acme', title_sentiment_min: -1, title_sentiment_max: 0, content_sentiment_min: -1 } },
    'only tone: title_sentiment_min, title_sentiment_max, content_sentiment_min',
  ],
  [
    'a theme',
    { query: { q: 'Acme', theme: ['Crime', 'Financial Crime'] } },
    'only bad: Crime, Financial Crime',
  ],
  ['a theme among others', { query: { q: 'Acme', theme: 'Crime, Business' } }, undefined],
  ['a theme that is left out', { query: { q: 'Acme', not_theme: 'Crime' } }, 'none bad: Crime'],
  [
    'an excluded phrase',
    { exclude: { domains: [], phrases: ['class action lawsuit'] } },
    'none bad: class action lawsuit',
  ],
  [
    'an excluded theme',
    { exclude: { domains: [], phrases: [], topics: { themes: ['Crime'] } } },
    'none bad: Crime',
  ],
  ['an excluded phrase of another kind', { exclude: { domains: [], phrases: ['acme comics'] } }, undefined],
  ['a policy, which decides only what is sent', { alert: { when: 'sentiment', channel: 'c' } }, undefined],
] as const)('%s selects by tone or does not', (_, changes, expected) => {
  expect(selection({ query: { q: '"Acme Corp"' }, ...(changes as Partial<Watch>) })).toBe(expected);
});
