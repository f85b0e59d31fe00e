import { describe, expect, it } from 'vitest';
import { heartbeatAlertOf } from '../../../../shared/domain/channels/reminder-alerts.ts';
import { heartbeatOf } from '../../../../shared/domain/runs/covered-windows.ts';
import { DAY } from '../../../../shared/domain/time/instant.ts';
import { NOON } from '../../../ports/examples.ts';
import { compose } from './message-examples.ts';

describe('a heartbeat', () => {
  const span = { since: NOON - 7 * DAY, until: NOON };
  const heartbeat = (checked: number) =>
    heartbeatAlertOf(heartbeatOf([{ watchId: 'acme-news', due: 1_240, checked }], span), {
      channel: 'press-team',
      now: NOON,
    });

  it('says that all windows were checked', () => {
    const { texts } = compose([heartbeat(1_240)]);
    expect(texts.subject).toBe('Bellwether: No alerts: 1,240 of 1,240 windows checked');
    expect(texts.email).toBe(
      [
        'No alerts: 1,240 of 1,240 windows checked',
        'This channel has received no alert since Friday 13 November 2026, 13:00 (Europe/Paris). 1 watch kept running.',
        'Every window was checked. There was nothing to report.',
        '',
        '--',
        'You receive this because channel press-team has received no alert for a week.',
      ].join('\n'),
    );
  });

  it('says which windows were not checked', () => {
    const { texts } = compose([heartbeat(1_180)]);
    expect(texts.subject).toBe('Bellwether: No alerts, but incomplete data: 1,180 of 1,240 windows checked');
    expect(texts.email).toContain(
      'Bellwether will check the missing windows and alert you if it finds something:\nacme-news: 1,180 of 1,240 windows checked\n',
    );
  });

  it('goes out by SMS only to channels without e-mail', () => {
    expect(compose([heartbeat(1)]).texts.sms).toBeUndefined();
    expect(compose([heartbeat(1_240)], { email: [] }).texts.sms).toBe(
      'Bellwether: No alerts: 1,240 of 1,240 windows checked',
    );
  });
});
