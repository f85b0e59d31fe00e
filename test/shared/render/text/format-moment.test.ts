import { expect, it } from 'vitest';
import { formatMinute, formatMoment } from '../../../../shared/render/text/format-moment.ts';

const at = Date.parse('2026-11-20T23:30:00Z');

it('a moment is shown on the wall clock of its zone', () => {
  expect(formatMoment(at, 'Europe/Paris')).toBe('Saturday 21 November 2026, 00:30');
  expect(formatMoment(at, 'America/New_York')).toBe('Friday 20 November 2026, 18:30');
  expect(formatMinute(at, 'Asia/Kathmandu')).toBe('2026-11-21 05:15');
});
