import { join } from 'node:path';
import * as z from 'zod';
import { isObject } from '../../../../../shared/domain/lib/fields.ts';
import { EVENT_TYPES } from '../../../../../shared/domain/services/event-filters.ts';
import { readSettingsFile } from '../../kit/settings-file.ts';
import type { Facts } from './facts.ts';

const template = z.record(z.string(), z.unknown());
const { industries, topics } = readSettingsFile(
  join(import.meta.dirname, 'labels.yaml'),
  z.strictObject({
    industries: z.record(z.string(), z.string()),
    topics: z.record(
      z.string(),
      z.strictObject({ facts: template, type: z.enum(EVENT_TYPES).optional(), event: template.optional() }),
    ),
  }),
);

/** The labels of an article (kit/labels.ts): what its story is, for the services that would have to read it. */
export function sampleLabels(facts: Facts): Record<string, unknown> {
  const topic = topics[facts.topicId];
  if (!topic) return {};
  const { type, event } = topic;
  const slots = slotsOf(facts);
  return {
    _facts: fill(topic.facts, slots),
    ...(type && {
      _event: { event_type: type, company_name: facts.company.name, [type]: fill(event, slots) },
    }),
  };
}

type Slots = ReadonlyMap<string, string | number>;

function slotsOf({ company, city, numbers, thing, leak, ...facts }: Facts): Slots {
  return new Map<string, string | number>([
    ...Object.entries(numbers),
    ['many', numbers.many * 1_000],
    ['money', numbers.money * 1_000_000],
    ['company', company.name],
    ['industry', industries[company.sector] ?? ''],
    ['city', city.name],
    ['thing', thing.en],
    ['leaked', leak.en],
    ['data', leak.data.join(', ')],
    ['data_type', leak.data[0] ?? ''],
    ['chief', facts.chief],
    ['officer', facts.officer],
    ['citizen', facts.citizen],
    ['investor', facts.investor],
  ]);
}

/** A template with the facts in place of its slots. */
function fill(value: unknown, slots: Slots): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => fill(item, slots));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, slots)]));
  if (typeof value !== 'string') return value;
  const only = /^\{(\w+)\}$/.exec(value)?.[1];
  if (only !== undefined) return slots.get(only);
  return value.replaceAll(/\{(\w+)\}/g, (_, name: string) => (slots.get(name) ?? name).toLocaleString('en'));
}
