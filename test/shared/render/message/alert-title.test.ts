import { describe, expect, it } from 'vitest';
import { policyAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import type { Detection } from '../../../../shared/domain/policies/policy.ts';
import type { DetectionPolicy } from '../../../../shared/domain/policies/registry.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { compose } from './message-examples.ts';

describe('the title of an alert about a known story or item', () => {
  const detected = (policy: DetectionPolicy, detection: Detection) =>
    policyAlertOf(aWatch(), {
      policy,
      key: ['k'],
      detection: detection,
      findings: [aFinding(1)],
      now: NOON,
    });

  it.each([
    [
      'a changed fact',
      detected('change', { text: 'Changed: amount.', short: 'amount 50 → 80' }),
      'amount 50 → 80',
    ],
    [
      'a first time',
      detected('first_seen', { text: 'Seen for the first time: x.', short: 'New outlet x' }),
      'New outlet x',
    ],
  ])('begins with what is new, in subject and SMS: %s', (_name, alert, update) => {
    const { texts } = compose([alert]);
    expect(texts.subject).toBe(`${update}: Acme opens plant number 1`);
    expect(texts.sms).toBe(`${update.replace('→', '->')}: Acme opens plant number 1 https://news.example/1`);
    expect(texts.email.split('\n')[0]).toBe('Acme opens plant number 1');
  });
});
