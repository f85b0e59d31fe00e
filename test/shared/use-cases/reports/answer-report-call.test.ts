import { describe, expect, it } from 'vitest';
import { answerReportCall } from '../../../../shared/use-cases/reports/answer-report-call.ts';
import { type ReportPorts } from '../../../../shared/use-cases/reports/write-report.ts';
import { NOON } from '../../../ports/examples.ts';
import { anArticle, LIMITS, PERIOD, PLAN, reportPorts, stored } from '../report-bench.ts';

describe('a call for a report', () => {
  it('of a slot covers the whole days before it, and notifies its channel once with the link', async () => {
    const store = await stored([1, 2].map((n) => anArticle(n, { title: 'Acme <b>wins</b>' })));
    const { ports } = reportPorts(store);
    await ports.reportPlans.putPlan({ ...PLAN, channel: 'press-team' });
    const outcome = await answerReportCall({ reportId: PLAN.id, scheduledFor: NOON }, ports, LIMITS);
    expect(outcome).toMatchObject({ status: 'written', articles: 2, alerts: 1, channels: ['press-team'] });
    const [made] = await store.alerts.madeOn('2026-11-20', 10);
    expect(made?.alert.occasion).toMatchObject({ type: 'report', first: '2026-11-13', last: '2026-11-19' });
    expect(JSON.stringify(made)).toContain('https://pages.example.com/p/');
    expect(await answerReportCall({ reportId: PLAN.id, scheduledFor: NOON }, ports, LIMITS)).toMatchObject({
      alerts: 0,
    });
    expect(await answerReportCall({ reportId: 'gone', scheduledFor: NOON }, ports, LIMITS)).toEqual({
      status: 'unknown',
      reportId: 'gone',
    });
  });

  it('with little patience says how many days are left, and the next one continues', async () => {
    const store = await stored([anArticle(1, { daysAgo: 2 })]);
    const { ports, clock } = reportPorts(store);
    await ports.reportPlans.putPlan(PLAN);
    const { rollups } = ports;
    ports.rollups = {
      ...bound(rollups),
      mark: async (...given) => {
        clock.at += 10;
        await rollups.mark(...given);
      },
    };
    const ask = { reportId: PLAN.id, period: { first: PERIOD.first, last: PERIOD.last }, patience: 25 };
    const first = await answerReportCall(ask, ports, LIMITS);
    expect(first).toMatchObject({ status: 'folding', rolledUp: 3 });
    const rest = await answerReportCall({ ...ask, patience: 60_000 }, ports, LIMITS);
    expect(rest).toMatchObject({ status: 'written', articles: 1 });
  });
});

function bound(rollups: ReportPorts['rollups']): ReportPorts['rollups'] {
  return {
    marks: (...given) => rollups.marks(...given),
    mark: (...given) => rollups.mark(...given),
    put: (...given) => rollups.put(...given),
    remove: (...given) => rollups.remove(...given),
    read: (...given) => rollups.read(...given),
  };
}
