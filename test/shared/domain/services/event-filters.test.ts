import { expect, it } from 'vitest';
import {
  EVENT_TYPES,
  eventFilterKeysOf,
  eventFilterOf,
} from '../../../../shared/domain/services/event-filters.ts';

it.each(EVENT_TYPES)('%s takes the common keys, and otherwise only keys under its own name', (type) => {
  const [company, happened, extracted, ...own] = eventFilterKeysOf(type);
  expect([company, happened, extracted]).toEqual(['company_name', 'event_date', 'extraction_date']);
  for (const key of own) expect(key).toMatch(new RegExp(`^${type}\\.[a-z_]+(\\.[a-z_]+)?$`));
});

it('does not give one type the filters of another', () => {
  expect(eventFilterOf('layoff', 'layoff.location.state')).toEqual({ form: 'text' });
  expect(eventFilterOf('data_breach', 'layoff.location.state')).toBeUndefined();
  expect(eventFilterOf('data_breach', 'constructor')).toBeUndefined();
});
