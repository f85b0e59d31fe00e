import * as z from 'zod';
import type { Parameter } from '../../domain/policies/parameter.ts';
import { HOUR } from '../../domain/time/instant.ts';
import { POLICIES, policyOf, type PolicyName } from '../../domain/policies/registry.ts';
import { GROWTH_PARAMETERS } from '../../domain/policies/story.ts';
import { expecting } from './expectations.ts';
import { duration, numberBetween, oneOf } from './values.ts';

/** What a setting may look like in the file. */
type Written = z.ZodType<number | string | readonly string[] | undefined>;

/** Whether a channel of this name exists is a rule of the whole file. */
export const channelName = expecting(z.string(), {
  expected: 'the name of a channel or brand of this file',
}).describe('The name of a channel below channels.');

const [outlets, topRank, sentiment] = GROWTH_PARAMETERS;
const growth = z.strictObject({
  outlets: numberOf(outlets).optional().describe(about(outlets)),
  top_rank: numberOf(topRank).optional().describe(about(topRank)),
  sentiment: numberOf(sentiment).optional().describe(about(sentiment)),
});

const story = z.strictObject({
  when: z.literal('story').optional().describe(notifies('story')),
  channel: channelName.optional(),
  grows: z
    .union([growth, z.literal(false)])
    .optional()
    .describe('When a story that was told is told again because it has grown. false: never.'),
});

const others = POLICIES.filter((name) => name !== 'story').map(schemaOf);

/** The `alert` block of a watch: each policy with its own settings, as their descriptions in the domain say. */
export const alertSchema = z.discriminatedUnion('when', [story, ...others]);

export type WrittenAlert = z.output<typeof alertSchema>;

function schemaOf<N extends PolicyName>(name: N) {
  return z.strictObject({
    ...Object.fromEntries(policyOf(name).parameters.map((parameter) => [parameter.name, fieldOf(parameter)])),
    when: z.literal(name).describe(notifies(name)),
    channel: channelName.optional(),
  });
}

function fieldOf(parameter: Parameter): Written {
  return valueOf(parameter).optional().describe(about(parameter));
}

function valueOf({ form }: Parameter): Written {
  switch (form.type) {
    case 'number':
      return numberBetween(form);
    case 'span':
      return duration(form);
    case 'choice':
      return oneOf(form.values);
    case 'names':
      return z.array(expecting(z.string().regex(form.pattern), { expected: form.expected })).min(1);
  }
}

function numberOf({ form }: Parameter) {
  if (form.type !== 'number') throw new TypeError('A limit of growth is a number.');
  return numberBetween(form);
}

/** What a setting means, and what holds without it. */
function about({ text, preset, form }: Parameter): string {
  if (preset === undefined) return text;
  const value = form.type === 'span' && typeof preset === 'number' ? spanOf(preset) : String(preset);
  return `${text} Default ${value}.`;
}

/** A span as the file writes it. */
function spanOf(milliseconds: number): string {
  const hours = milliseconds / HOUR;
  return hours > 24 && hours % 24 === 0 ? `${hours / 24}d` : `${hours}h`;
}

function notifies(name: PolicyName): string {
  return `${name}: ${policyOf(name).about}.`;
}
