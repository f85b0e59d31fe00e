import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../../../infra/local/services/kit/clock.ts';
import { playFaults } from '../../../../../infra/local/services/kit/faults.ts';
import { DEFAULT_PLAN, type Plan } from '../../../../../infra/local/services/kit/plan.ts';
import { openMemoryState } from '../../../../../infra/local/services/kit/state-folder.ts';
import { trackUsage } from '../../../../../infra/local/services/kit/usage.ts';

export const NOW = Date.parse('2026-11-21T08:00:00Z');

/** A clock that tests move by hand. */
export function handClock(start: number): Clock & { advance(ms: number): void } {
  let at = start;
  return {
    now: () => at,
    advance(ms) {
      at += ms;
    },
  };
}

/** What a service and its host are built from: all in memory, at `NOW`, with repeatable ids. */
export function testDeps(plan: Plan = DEFAULT_PLAN) {
  const clock = handClock(NOW);
  const state = openMemoryState();
  const logged: string[] = [];
  return {
    clock,
    state,
    plan,
    logged,
    usage: trackUsage({ clock, state }),
    faults: playFaults(),
    newId: randomUUID,
    log: (line: string) => void logged.push(line),
    port: 0,
  };
}
