import { expect, it } from 'vitest';
import type { Detection } from '../../../../shared/domain/policies/policy.ts';
import { DAY } from '../../../../shared/domain/time/instant.ts';
import { policyAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import type { DetectionPolicy } from '../../../../shared/domain/policies/registry.ts';
import { describeAlert } from '../../../../shared/render/message/describe-alert.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';

function described(policy: DetectionPolicy, detection: Detection, findings = [aFinding(1), aFinding(2)]) {
  const alert = policyAlertOf(aWatch(), { policy, key: ['k'], detection, findings, now: NOON });
  return describeAlert(alert, 'Europe/Paris');
}

it('a detection in a period shows its sentence, the period in local time, and examples with links', () => {
  const detection = { text: '60 articles in 20 stories.', period: { from: NOON - DAY, to: NOON } };
  expect(described('spike', detection)).toEqual({
    headline: '60 articles in 20 stories.',
    lines: ['From Thursday 19 November 2026, 13:00 to Friday 20 November 2026, 13:00 (Europe/Paris).'],
    examples: [1, 2].map((n) => ({
      headline: `Acme opens plant number ${n}`,
      outlet: 'The News',
      link: `https://news.example/${n}`,
    })),
  });
});

it('a detection in one item shows the item, with the reason first', () => {
  const changes = [
    { name: 'number_of_people', from: '50', to: '80' },
    { name: 'location', to: 'Paris' },
  ];
  const { headline, lines, item } = described('change', { text: 'Changed: number of people.', changes }, [
    aFinding(1),
  ]);
  expect(headline).toBe('Acme opens plant number 1');
  expect(lines).toEqual([
    'Changed: number of people.',
    'number of people: 50 → 80',
    'location: none → Paris',
  ]);
  expect(item?.source.outlet).toBe('The News');
});

it('text from the news cannot break a line or exceed the limit', () => {
  const text = `Seen for the first time: the outlet a\nSubject: b\u0000${'c'.repeat(2_000)}.`;
  const [first] = described('first_seen', { text }, [aFinding(1)]).lines;
  expect(first).toMatch(/^Seen for the first time: the outlet a Subject: b/);
  expect(first?.length).toBeLessThanOrEqual(500);
});
