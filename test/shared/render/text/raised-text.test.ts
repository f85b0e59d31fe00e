import { expect, it } from 'vitest';
import { alertTitle } from '../../../../shared/render/message/alert-title.ts';
import { describeAlert } from '../../../../shared/render/message/describe-alert.ts';
import { raisedSentence } from '../../../../shared/render/text/raised-text.ts';
import { anAlert } from '../../../ports/examples.ts';

const by = [
  { name: 'outlets', value: 12 },
  { name: 'countries', value: 3 },
  { name: 'top_rank', value: 90 },
  { name: 'sentiment', value: -0.4 },
  { name: 'number_of_people_laid_off', value: '650' },
];

it('an alert says what raised it', () => {
  expect(raisedSentence({ severity: 'critical', raised: { from: 'info', by } })).toBe(
    'It is critical: 12 outlets, 3 countries, an outlet of rank 90, sentiment -0.40, number of people laid off 650.',
  );
  expect(raisedSentence({ severity: 'info' })).toBeUndefined();
});

it('a climb says from where, and differs from the first alert in its title', () => {
  const alert = anAlert(1, {
    severity: 'critical',
    raised: { from: 'warning', by: [{ name: 'outlets', value: 10 }], after: ['a'] },
  });
  expect(describeAlert(alert, 'UTC').lines).toEqual(['It has climbed from warning to critical: 10 outlets.']);
  expect(alertTitle(alert, 'UTC')).toMatch(/^Now critical: /);
});
