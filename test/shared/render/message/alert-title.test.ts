import { describe, expect, it } from 'vitest';
import { type Alert, policyAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import type { Detection } from '../../../../shared/domain/policies/policy.ts';
import type { DetectionPolicy } from '../../../../shared/domain/policies/registry.ts';
import type { Growth } from '../../../../shared/domain/stories/story-growth.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { alertAbout, compose } from './message-examples.ts';

describe('the title of an alert about a known story or item', () => {
  const detected = (policy: DetectionPolicy, detection: Detection) =>
    policyAlertOf(aWatch(), {
      policy,
      key: ['k'],
      detection: detection,
      findings: [aFinding(1)],
      now: NOON,
    });
  const grown = (growth: Growth): Alert => ({ ...alertAbout(1), occasion: { type: 'growth', ...growth } });

  it.each([
    ['more outlets', grown({ milestone: 'outlets', value: 12 }), 'Now in 12 outlets'],
    ['one outlet', grown({ milestone: 'outlets', value: 1 }), 'Now in 1 outlet'],
    ['a better rank', grown({ milestone: 'top-rank', value: 90 }), 'Now in an outlet of rank 90'],
    ['a worse tone', grown({ milestone: 'negative', value: -0.412 }), 'Tone now -0.41'],
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
