import { DAY, HOUR } from '../../domain/time/instant.ts';
import { settingsOf } from '../../domain/policies/parameter.ts';
import { policyOf } from '../../domain/policies/registry.ts';
import { growthOf } from '../../domain/policies/story.ts';
import type { AlertRule, WatchKind } from '../../domain/watches/watch.ts';
import { windowRuleOf } from '../../domain/watches/window-rule.ts';
import type { WrittenAlert } from './alert-schema.ts';

/** When a watch tells, every setting of its policy filled in. */
export function alertRuleOf(written: WrittenAlert = {}, channel: string): AlertRule {
  if (written.when === undefined || written.when === 'story') {
    const { grows = {} } = written;
    return { when: 'story', channel, ...(typeof grows === 'object' && { grows: growthOf(grows) }) };
  }
  const { when } = written;
  const { parameters } = policyOf(when);
  return { when, channel, ...(parameters.length > 0 && { settings: settingsOf(parameters, written) }) };
}

/** A change is only seen while an article is given again: such a watch looks back a day, every other an hour. */
export function defaultOverlap({ when }: AlertRule): number {
  return when === 'change' ? DAY : HOUR;
}

/** A spike in counts needs weeks to compare with, and a day of counts is one call. */
export function defaultLookback({ when }: AlertRule, kind: WatchKind): number | undefined {
  return when === 'spike' && windowRuleOf(kind)?.holds === 'counts' ? 28 * DAY : undefined;
}
