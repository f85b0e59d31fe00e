import { expect, it } from 'vitest';
import { NO_ALERTS, joinAlertsMade } from '../../../../shared/domain/alerts/alert.ts';

it('adds up alerts and names each channel once, in the order of their first alerts', () => {
  const parts = [
    { alerts: 2, channels: ['press-team', 'operators'] },
    {},
    { alerts: 1, channels: ['board', 'press-team'] },
  ];
  expect(joinAlertsMade(...parts)).toEqual({ alerts: 3, channels: ['press-team', 'operators', 'board'] });
  expect(joinAlertsMade()).toEqual(NO_ALERTS);
});
