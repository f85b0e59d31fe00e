import { DAY, HOUR } from '../../../domain/time/instant.ts';
import { settingsOf } from '../../../domain/policies/parameter.ts';
import { policyOf } from '../../../domain/policies/registry.ts';
import { growthRuleOf } from '../../../domain/policies/story.ts';
import type { AlertRule, WatchKind } from '../../../domain/watches/watch.ts';
import { windowRuleOf } from '../../../domain/watches/watch-kinds.ts';
import type { WrittenAlert } from '../schema/alert-schema.ts';

/** When a watch alerts, with every setting of its policy filled in. */
export function alertRuleOf(written: WrittenAlert = {}, channel: string): AlertRule {
  if (written.when === undefined || written.when === 'story') {
    const { grows = {} } = written;
    return { when: 'story', channel, ...(typeof grows === 'object' && { grows: growthRuleOf(grows) }) };
  }
  const { when } = written;
  const { parameters } = policyOf(when);
  return { when, channel, ...(parameters.length > 0 && { settings: settingsOf(parameters, written) }) };
}

/** A watch sees a change only where the service returns an article again, so it looks back a day. Others look back an hour. */
export function defaultOverlap({ when }: AlertRule): number {
  return when === 'change' ? DAY : HOUR;
}

/** A spike in counts needs weeks to compare with, and one call returns a day of counts. */
export function defaultLookback({ when }: AlertRule, kind: WatchKind): number | undefined {
  return when === 'spike' && windowRuleOf(kind)?.holds === 'counts' ? 28 * DAY : undefined;
}
