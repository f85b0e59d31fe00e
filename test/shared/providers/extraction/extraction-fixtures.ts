import { onTestFinished } from 'vitest';
import { createExtractionClient } from '../../../../shared/providers/extraction/client/create-extraction-client.ts';
import type { ExtractionClientSettings } from '../../../../shared/providers/extraction/client/open-extraction.ts';
import { scriptedServer, type Line } from '../scripted-server.ts';
import { testClock } from '../test-clock.ts';

export const DATASET = '11111111-2222-3333-4444-555555555555';

export function extractionClient(url: string, settings: Partial<ExtractionClientSettings> = {}) {
  const clock = testClock();
  const client = createExtractionClient({ baseUrl: url, key: 'k-3', clock, random: () => 0.5, ...settings });
  onTestFinished(() => client.close());
  return { client, clock };
}

/** A client of a server that follows a script. */
export async function scripted(...script: Line[]) {
  const server = await scriptedServer(...script);
  return { server, ...extractionClient(server.url) };
}

export function recordOf(record_id: string, more: object = {}) {
  return {
    record_id,
    record_title: `Record ${record_id}`,
    enrichment: { city: 'Lyon', people: 40 },
    citations: [{ title: 'T', link: 'https://a.example/1', published_date: '2026-11-20 08:00:00' }],
    ...more,
  };
}
