import { expect, it } from 'vitest';
import { factLines, topicLines } from '../../../../shared/render/message/describe-item.ts';
import { aFinding } from '../../../ports/examples.ts';
import { alertAbout, compose } from './message-examples.ts';

const linesOf = (facts: Record<string, string>) =>
  factLines({ ...aFinding(1), facts }).map(({ name, value }) => `${name}: ${value}`);

it('a layoff says who, how many, where and when', () => {
  expect(
    linesOf({
      event_date: '2026-11-20',
      company_name: 'Acme Corp',
      number_of_people_laid_off: '12500',
      percentage_of_people_laid_off: '8',
      location: 'Lyon, France',
    }),
  ).toEqual([
    'Who: Acme Corp',
    'How many: 12,500 people (8% of the workforce)',
    'Where: Lyon, France',
    'When: Friday 20 November 2026',
  ]);
});

it.each([
  [
    { min_number_of_people_laid_off: '500', max_number_of_people_laid_off: '600' },
    'How many: 500 to 600 people',
  ],
  [{ number_of_people_laid_off: '1' }, 'How many: 1 person'],
  [{ percentage_of_people_laid_off: '20' }, 'How many: 20% of the workforce'],
  [{ amount: '80000000', currency: 'USD', funding_type: 'Series B' }, 'How much: 80,000,000 USD (Series B)'],
  [{ funding_type: 'Grant' }, 'How much: Grant'],
  [{ main_tariff_rate: '25', previous_tariff_rate: '10' }, 'How much: 25% (before: 10%)'],
  [{ main_tariff_rate: 'varies' }, 'How much: varies'],
  [{ disruption_type: 'labor_dispute' }, 'What: labor dispute'],
  [{ impacted: '150000 customers; staff' }, 'Affected: 150,000 customers; staff'],
  [{ data_type: 'Names', data: 'Names, Passwords' }, 'What: Names, Passwords'],
  [{ event_date: '2025/01' }, 'When: 2025/01'],
  [{ location: 'Lyon, Rhône, France; Oslo, Norway' }, 'Where: Lyon, Rhône, France; Oslo, Norway'],
])('%j', (facts, line) => {
  expect(linesOf(facts)).toEqual([line]);
});

it('facts without a question keep their names; empty ones and line breaks are left out', () => {
  expect(linesOf({ supply_impact_severity: 'high', valuation: ' ', 'a\nb': 'c\u202ed' })).toEqual([
    'Supply impact severity: high',
    'A b: cd',
  ]);
});

it('the fields of a record are lines of their own, instead of its text, without a repeated title', () => {
  const record = alertAbout(1, {
    type: 'record',
    title: 'Acme cuts jobs in Lyon',
    snippet: 'company: Acme; event summary: Acme cuts jobs in Lyon.; number of people laid off: 1250',
    fields: {
      company: 'Acme',
      event_summary: 'Acme cuts jobs in Lyon.',
      number_of_people_laid_off: '1250',
    },
    facts: { event_type: 'business/layoffs' },
  });
  const lines = compose([record]).texts.email.split('\n');
  expect(lines.slice(2, 5)).toEqual([
    'How many: 1,250 people',
    'Company: Acme',
    'Event type: business/layoffs',
  ]);
  expect(lines[5]).toMatch(/^The News/);
});

it('companies and topics are named, the first few', () => {
  const item = {
    ...aFinding(1),
    entities: [{ name: 'Acme', score: 8, relation: 'buys Globex' }, { name: 'Globex' }],
    people: ['A', 'B', 'C', 'D'],
  };
  expect(factLines(item)).toEqual([{ name: 'About', value: 'Acme (score 8, buys Globex), Globex' }]);
  expect(topicLines(item)).toEqual([{ name: 'People', value: 'A, B, C' }]);
});
