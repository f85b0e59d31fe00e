import { type Extraction, newExtraction } from '../../shared/domain/extraction/extraction.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { NOON } from './examples.ts';

/** An extraction that has not been sent yet. */
export function anExtraction(changes: Partial<Extraction> = {}): Extraction {
  const watch = { id: 'sector-cuts', version: 'v1', retention: 400 * DAY };
  const facts = {
    id: 'extraction-1',
    track: 'live',
    scheduledFor: NOON,
    query: { query: 'Layoffs at car makers in Europe' },
    range: { from: NOON - 5 * DAY, to: NOON },
    silent: false,
  } as const;
  return { ...newExtraction(watch, facts, NOON), ...changes };
}
