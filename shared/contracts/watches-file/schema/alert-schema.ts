import * as z from 'zod';
import { HOUR } from '../../../domain/time/instant.ts';
import type { Parameter } from '../../../domain/policies/parameter.ts';
import { POLICIES, policyOf, type PolicyName } from '../../../domain/policies/registry.ts';
import { withExpectation } from './expectations.ts';
import { durationSchema, numberBetween, oneOf } from './values.ts';

/** The schema of one setting as the author writes it. */
type SettingSchema = z.ZodType<number | string | readonly string[] | undefined>;

/** The name of a channel. A rule of the whole file checks that the channel exists. */
export const channelName = withExpectation(z.string(), {
  expected: 'the name of a channel of this file',
}).meta({ id: 'channel-name', description: 'The name of a channel in the section channels.' });
const to = {
  channel: channelName.optional(),
  channels: withExpectation(z.array(channelName).min(1).max(20), {
    expected: 'a list of names of channels, such as [press, duty]',
  })
    .meta({ id: 'channel-names', description: 'Several channels: each gets the alerts by its own rules.' })
    .optional(),
};

/** Notes that a story has grown are written as rules of severity. */
const GROWS = {
  what: 'Unknown key "grows"',
  hint: 'write raise in the watch, beside alert, such as raise: [{ to: critical, outlets: 10 }]',
};
const story = withExpectation(
  z.strictObject({ when: z.literal('story').optional().describe(policyText('story')), ...to }),
  { ofKey: (key) => (key === 'grows' ? GROWS : undefined) },
);

const others = POLICIES.filter((name) => name !== 'story').map(policySchema);

/** The `alert` block of a watch. Each policy has its own settings, which the domain describes. */
export const writtenAlertSchema = z.discriminatedUnion('when', [story, ...others]).meta({ id: 'alert' });

export type WrittenAlert = z.output<typeof writtenAlertSchema>;

function policySchema<N extends PolicyName>(name: N) {
  const { parameters } = policyOf(name);
  return z.strictObject({
    ...Object.fromEntries(parameters.map((parameter) => [parameter.name, settingSchema(parameter)])),
    when: z.literal(name).describe(policyText(name)),
    ...to,
  });
}

function settingSchema(parameter: Parameter): SettingSchema {
  return valueSchema(parameter).optional().describe(descriptionOf(parameter));
}

function valueSchema({ form }: Parameter): SettingSchema {
  switch (form.type) {
    case 'number':
      return numberBetween(form);
    case 'span':
      return durationSchema(form);
    case 'choice':
      return oneOf(form.values);
    case 'names':
      return z
        .array(withExpectation(z.string().regex(form.pattern), { noun: 'name', expected: form.expected }))
        .min(1);
  }
}

/** What a setting means, and its default. */
function descriptionOf({ text, preset, form }: Parameter): string {
  if (preset === undefined) return text;
  const value = form.type === 'span' && typeof preset === 'number' ? durationText(preset) : String(preset);
  return `${text} Default ${value}.`;
}

/** A duration as the file writes it. */
function durationText(milliseconds: number): string {
  const hours = milliseconds / HOUR;
  return hours > 24 && hours % 24 === 0 ? `${hours / 24}d` : `${hours}h`;
}

/** `Each finding, copies of one report included.` */
function policyText(name: PolicyName): string {
  const { about } = policyOf(name);
  return `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;
}
