import { settingsOf } from '../../../domain/policies/parameter.ts';
import { policyOf } from '../../../domain/policies/registry.ts';
import { growthRuleOf } from '../../../domain/policies/story.ts';
import type { AlertRule } from '../../../domain/watches/watch.ts';
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
