import {
  eventFilterKeysOf,
  eventFilterOf,
  type EventFilter,
  type EventType,
} from '../../../../shared/domain/services/event-filters.ts';

interface FieldDescription {
  type: 'String' | 'Date' | 'Number';
  usage_example: Record<string, unknown>;
}

/** The filters of an event type, each with an example that the search takes as it is (events service, other answers). */
export function describeFields(type: EventType): Record<string, FieldDescription> {
  return Object.fromEntries(
    eventFilterKeysOf(type).map((key) => {
      const filter: EventFilter = eventFilterOf(type, key) ?? { form: 'text' };
      return [key, { type: WIRE_TYPES[filter.form], usage_example: { [key]: exampleOf(key, filter) } }];
    }),
  );
}

const WIRE_TYPES = { text: 'String', 'text-or-dates': 'String', dates: 'Date', numbers: 'Number' } as const;

function exampleOf(key: string, filter: EventFilter): unknown {
  if (filter.form === 'numbers') return { gte: 10, lte: 1_000 };
  if (filter.form === 'dates' || filter.form === 'text-or-dates') return { gte: 'now-7d', lte: 'now' };
  const example = filter.values?.[0] ?? (key === 'company_name' ? 'Acme' : 'example');
  return filter.array ? [example] : example;
}
