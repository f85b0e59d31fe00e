import { describe, expect, it } from 'vitest';
import { compileExclusions } from '../../../../shared/domain/findings/fit-finding.ts';
import type { EventRecord } from '../../../../shared/providers/events/search-events.ts';
import { eventToFinding } from '../../../../shared/providers/events/to-finding.ts';
import { NOON } from '../../../ports/examples.ts';

const article = {
  id: 'a1',
  title: 'Acme&#39;s plant closes - Reuters',
  link: 'https://www.reuters.com/1',
  domain_url: 'reuters.com',
  name_source: 'Reuters',
};

/** A layoff as the service writes it, as a finding. */
function findingOf(layoff: object, more: object = {}) {
  const event = { id: 'e1', associated_article_ids: [], articles: [article], layoff, raw: {}, ...more };
  return eventToFinding(event as unknown as EventRecord, {
    type: 'layoff',
    window: { from: NOON - 1, to: NOON },
    wanted: [],
    exclusions: compileExclusions({
      domains: [],
      phrases: ["Acme's plant"],
      topics: { themes: ['sports'] },
    }),
  });
}

describe('an event as a finding', () => {
  it('has titles and texts as readers see them, and is excluded by what they see', () => {
    expect(
      findingOf({ summary: '<p>Acme&amp;#39;s plant in Oslo closes. 300 people go.</p>' }),
    ).toMatchObject({
      title: "Acme's plant in Oslo closes.",
      snippet: "Acme's plant in Oslo closes. 300 people go.",
      articles: [{ title: "Acme's plant closes" }],
      excludedBy: "Acme's plant",
    });
  });

  it('has the title of its first article where it says nothing itself', () => {
    expect(findingOf({}).title).toBe("Acme's plant closes");
    expect(findingOf({}, { articles: [] }).title).toBe('Layoff');
  });

  it('has the topics and the day of its first article, and is excluded by its topics', () => {
    const nlp = { theme: ['Business, Sports', ' '], ner_PER: [{ entity_name: 'Jane Doe' }], ner_LOC: [] };
    const published = { published_date: NOON, published_date_precision: 'date' };
    const told = findingOf(
      { summary: 'Globex cuts jobs.' },
      { articles: [{ ...article, ...published, nlp }] },
    );
    expect(told).toMatchObject({
      themes: ['Business', 'Sports'],
      people: ['Jane Doe'],
      publishedAt: NOON,
      publishedPrecision: 'date',
      articles: [{ publishedAt: NOON, publishedPrecision: 'date' }],
      excludedBy: 'theme Sports',
    });
    expect(told).not.toHaveProperty('places');
    expect(findingOf({ summary: 'Globex cuts jobs.' })).not.toHaveProperty('themes');
  });
});
