import { OPERATOR } from '../../../../shared/domain/pages/viewer.ts';
import { expect, it } from 'vitest';
import type { Condition } from '../../../../shared/domain/pages/watch-status.ts';
import { statusPage } from '../../../../shared/render/pages/watch-page.ts';
import { NOON } from '../../../ports/examples.ts';

const desk = { root: '/i/token', timezone: 'UTC', now: NOON, until: NOON, viewer: OPERATOR };

it.each<[string, Condition[]]>([
  ['1 watch, no problems.', ['ok']],
  ['2 watches, no problems.', ['ok', 'baseline']],
  ['1 of 2 watches needs your attention.', ['ok', 'failing']],
  ['2 of 3 watches need your attention.', ['late', 'slowed', 'ok']],
])('the status page begins with: %s', (summary, conditions) => {
  const watches = conditions.map((condition, n) => ({
    id: `watch-${n}`,
    kind: 'search' as const,
    condition,
    month: { runs: 1, calls: 1, found: 1 },
    quarantined: 0,
  }));
  const { body } = statusPage(
    { watches, incidents: [], dead: [], mutes: { alerts: 0, inForce: [] }, overruled: [], usage: [] },
    desk,
  );
  expect(body).toContain(`<p class="lead">${summary}</p>`);
});
