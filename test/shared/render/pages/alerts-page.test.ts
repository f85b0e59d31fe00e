import { OPERATOR } from '../../../../shared/domain/pages/viewer.ts';
import { expect, it } from 'vitest';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { alertsPage } from '../../../../shared/render/pages/alerts-page.ts';
import { anAlert, NOON } from '../../../ports/examples.ts';

const desk = { root: '/i/token', timezone: 'UTC', now: NOON, until: NOON, viewer: OPERATOR };

it('the alert of a first run says what it covered, and how much it found', () => {
  const alert = anAlert(1, {
    occasion: { type: 'baseline', window: { from: NOON - HOUR, to: NOON }, found: 262 },
    items: [],
  });
  const entries = [{ alert, state: { state: 'pending' as const, dueAt: NOON } }];
  const { body } = alertsPage(
    { day: '2026-11-20', groups: [{ entries, acknowledged: [] }], count: 1, marks: [], isFirst: true },
    desk,
  );
  expect(body).toContain('acme-news has started');
  expect(body).toContain('and found 262 matches.');
});
