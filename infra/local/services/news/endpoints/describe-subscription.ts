import type { Plan } from '../../kit/plan/plan.ts';
import type { Usage } from '../../kit/plan/usage.ts';

/** Answers `subscription`: the plan and what is left of it this month (news service, subscription). */
export function describeSubscription(plan: Plan, usage: Usage): Record<string, unknown> {
  const { concurrentCalls, monthlyCalls, historyDays } = plan.news;
  return {
    active: plan.active,
    concurrent_calls: concurrentCalls,
    plan: plan.name,
    plan_calls: monthlyCalls,
    remaining_calls: Math.max(0, monthlyCalls - usage.used('news')),
    historical_days: historyDays,
  };
}
