import * as z from 'zod';

// What a workflow of Teams takes. Sources: schemas/1.4.0/adaptive-card.json of https://github.com/microsoft/AdaptiveCards, of which this has
// the elements that we use, without its other keys and spellings; every kind of message of test/shared/render/chat was valid by that
// file as a whole, too. `msteams` is not in it: https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/cards-format.
// https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using (28 KB a message).

/** In bytes. */
export const LARGEST_CARD = 28 * 1_024;

const url = z.url();
const size = z.enum(['Default', 'Small', 'Medium', 'Large', 'ExtraLarge']);
const spacing = {
  separator: z.boolean().optional(),
  spacing: z.enum(['Default', 'None', 'Small', 'Medium', 'Large', 'ExtraLarge', 'Padding']).optional(),
  id: z.string().optional(),
};

const textBlock = z.strictObject({
  type: z.literal('TextBlock'),
  text: z.string().min(1),
  wrap: z.boolean().optional(),
  weight: z.enum(['Default', 'Lighter', 'Bolder']).optional(),
  size: size.optional(),
  color: z.enum(['Default', 'Dark', 'Light', 'Accent', 'Good', 'Warning', 'Attention']).optional(),
  isSubtle: z.boolean().optional(),
  ...spacing,
});
const factSet = z.strictObject({
  type: z.literal('FactSet'),
  facts: z.array(z.strictObject({ title: z.string(), value: z.string() })).min(1),
  ...spacing,
});
const actionSet = z.strictObject({
  type: z.literal('ActionSet'),
  actions: z
    .array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string().min(1), url }))
    .min(1)
    .max(6),
  ...spacing,
});
const container = z.strictObject({
  type: z.literal('Container'),
  items: z.array(z.discriminatedUnion('type', [textBlock, factSet, actionSet])).min(1),
  ...spacing,
});

/** The body of a post to a workflow. */
export const teamsSchema = z.strictObject({
  type: z.literal('message'),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: z.null().optional(),
        content: z.strictObject({
          $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
          type: z.literal('AdaptiveCard'),
          version: z.enum(['1.0', '1.1', '1.2', '1.3', '1.4']),
          msteams: z.strictObject({ width: z.literal('Full') }).optional(),
          body: z.array(z.discriminatedUnion('type', [textBlock, factSet, actionSet, container])).min(1),
        }),
      }),
    )
    .length(1),
});
