import { describe, expect, it } from 'vitest';
import { type Alert, type Occasion } from '../../../../../shared/domain/alerts/alert.ts';
import { incidentAlertOf } from '../../../../../shared/domain/alerts/incident-alert.ts';
import { HOUR } from '../../../../../shared/domain/time/instant.ts';
import { policyFacts } from '../../../../../shared/render/pages/receipt/policy-facts.ts';
import { anAlert, aWatch, NOON } from '../../../../ports/examples.ts';

/** The facts as `name: value` lines of plain text. */
function factsOf(alert: Alert, watch = aWatch()): string[] {
  const list = policyFacts(alert, watch, 'Europe/Paris').toString();
  return [...list.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(
    ([, name, value = '']) => `${name}: ${value.replace(/<[^>]+>/g, '')}`,
  );
}

const factsFor = (occasion: Occasion) => factsOf(anAlert(1, { occasion }));

describe('the facts about the policy of an alert', () => {
  it('name the policy', () => {
    expect(factsFor({ type: 'finding' })).toEqual([expect.stringMatching(/^Policy: finding: /)]);
  });

  it('show what a policy detected, with times and numbers in a readable form', () => {
    const facts = factsFor({
      type: 'spike',
      text: '60 articles in 20 stories.',
      period: { from: NOON - HOUR, to: NOON },
      seen: { articles: 1_060, stories: 20 },
      figures: { limit: 12.345 },
    });
    expect(facts.slice(1)).toEqual([
      'Triggered by: spike',
      'Detected: 60 articles in 20 stories.',
      'Period: from 2026-11-20 12:00, to 2026-11-20 13:00',
      'Seen: articles 1,060, stories 20',
      'Figures: limit 12.35',
    ]);
  });

  it('show each changed fact', () => {
    const changes = [
      { name: 'amount', from: '50', to: '80' },
      { name: 'location', to: 'Paris' },
    ];
    expect(factsFor({ type: 'change', text: 'Changed: amount.', changes })).toContain(
      'Changes: name amount, from 50, to 80; name location, to Paris',
    );
  });

  it.each<[string, Alert, string]>([
    [
      'a baseline',
      anAlert(1, { occasion: { type: 'base', found: 3, window: { from: 0, to: NOON } } }),
      'Triggered by: the first run of the watch',
    ],
    [
      'an incident',
      incidentAlertOf(
        { subject: 's', kind: 'failing', since: NOON, text: 'It failed.' },
        { channel: 'operators', cured: false, now: NOON },
      ),
      'Triggered by: open incident: A watch keeps failing',
    ],
  ])('name what triggered %s, and repeat nothing of its text', (_name, alert, trigger) => {
    expect(factsOf(alert).slice(1)).toEqual([trigger]);
  });
});
