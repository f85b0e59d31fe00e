import { expect, it } from 'vitest';
import { NO_ALERTS, sumAlertsPut } from '../../../../shared/domain/alerts/alerts-put.ts';

it('adds up alerts and names each channel once, in the order of their first alerts', () => {
  const parts = [
    { alerts: 2, channels: ['press-team', 'operators'] },
    {},
    { alerts: 1, channels: ['board', 'press-team'] },
  ];
  expect(sumAlertsPut(parts)).toEqual({ alerts: 3, channels: ['press-team', 'operators', 'board'] });
  expect(sumAlertsPut([])).toEqual(NO_ALERTS);
});
