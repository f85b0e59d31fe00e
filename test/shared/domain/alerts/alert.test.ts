import { expect, it } from 'vitest';
import { incidentAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { NOON } from '../../../ports/examples.ts';

it('the alert of an incident is kept for 400 days after it was made, however old the incident is', () => {
  const since = NOON - 500 * DAY;
  const incident = { subject: 'watch:w:failing', kind: 'failing', since, text: 'It fails.' } as const;
  for (const resolved of [false, true]) {
    const made = incidentAlertOf(incident, { channel: 'operators', resolved, now: NOON + HOUR });
    expect(made).toMatchObject({ createdAt: NOON + HOUR, expiresAt: NOON + HOUR + 400 * DAY });
  }
});
