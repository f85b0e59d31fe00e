import type { Alert, AlertState } from '../../../../shared/domain/alerts/alert.ts';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import type { AlertsView } from '../../../../shared/domain/pages/inbox.ts';
import { NOON } from '../../../ports/examples.ts';

interface Example {
  alert: Alert;
  states: readonly AlertState[];
  text: (plain: string) => string;
  item: (n: number) => Finding;
}

/**
 * A full page of alerts: stories of several alerts, each state, a story that is acknowledged, and what readers marked.
 */
export function exampleAlerts({ alert, states, text, item }: Example): AlertsView {
  const groups = Array.from({ length: 28 }, (_, n) => ({
    entries: [
      { alert: { ...alert, items: [item(n)] }, state: states[n % states.length]! },
      ...(n % 14 === 0 ? [{ alert: { ...alert, severity: 'info' as const }, state: states[1]! }] : []),
    ],
    acknowledged:
      n % 5 === 1
        ? [
            {
              kind: 'acknowledge' as const,
              watchId: 'acme-news',
              alertId: alert.id,
              lane: 'press-team~slack',
              at: NOON,
              expiresAt: NOON,
            },
          ]
        : [],
    ...(n % 5 !== 1 && { form: { path: '/q/link/press-team', token: 'token' } }),
  }));
  return {
    day: '2026-11-20',
    groups,
    count: 30,
    isFirst: false,
    next: { at: NOON, id: 'alert' },
    marks: [
      {
        watchId: 'acme-news',
        alerts: 80,
        notRelevant: 12,
        acknowledged: 3,
        proposed: { domains: [text('news.example')], phrases: [text('comics fair')] },
      },
    ],
  };
}

/** A day without alerts. */
export function emptyAlerts(alert: Alert): AlertsView {
  return { day: '2026-11-20', groups: [], count: 0, isFirst: true, last: { alert }, marks: [] };
}
