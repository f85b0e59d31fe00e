import { describe, expect, it } from 'vitest';
import { firstInstantAt, wallClockOf } from '../../../../shared/domain/time/instant.ts';

const at = (text: string) => Date.parse(text);

describe('wallClockOf', () => {
  it('shows the local time, with half-hour and quarter-hour zones', () => {
    expect(wallClockOf(at('2026-11-21T00:10:00Z'), 'Asia/Kathmandu')).toBe('2026-11-21T05:55');
    expect(wallClockOf(at('2026-07-01T22:10:00Z'), 'Europe/Paris')).toBe('2026-07-02T00:10');
  });
});

describe('firstInstantAt', () => {
  it('is the inverse of the wall clock on ordinary days', () => {
    for (const zone of ['Europe/Paris', 'America/New_York', 'Asia/Kathmandu', 'UTC', 'Pacific/Kiritimati']) {
      expect(wallClockOf(firstInstantAt('2026-06-15T07:00', zone), zone)).toBe('2026-06-15T07:00');
    }
  });

  it('takes the first instant after the spring gap', () => {
    expect(firstInstantAt('2026-03-29T02:30', 'Europe/Paris')).toBe(at('2026-03-29T01:00:00Z'));
    expect(firstInstantAt('2026-03-08T02:30', 'America/New_York')).toBe(at('2026-03-08T07:00:00Z'));
  });

  it('takes the first of the two in autumn', () => {
    expect(firstInstantAt('2026-10-25T02:30', 'Europe/Paris')).toBe(at('2026-10-25T00:30:00Z'));
    expect(firstInstantAt('2026-11-01T01:30', 'America/New_York')).toBe(at('2026-11-01T05:30:00Z'));
  });
});
