import { NEW_EXTRACTION, type Extraction } from '../../shared/domain/extraction/extraction.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { NOON } from './examples.ts';

/** An extraction that has not been sent yet. */
export function anExtraction(changes: Partial<Extraction> = {}): Extraction {
  return {
    id: 'extraction-1',
    watchId: 'sector-cuts',
    watchVersion: 'v1',
    track: 'live',
    scheduledFor: NOON,
    query: { query: 'Layoffs at car makers in Europe' },
    range: { from: NOON - 5 * DAY, to: NOON },
    silent: false,
    state: 'waiting',
    ...NEW_EXTRACTION,
    createdAt: NOON,
    dueAt: NOON,
    expiresAt: NOON + 400 * DAY,
    ...changes,
  };
}
