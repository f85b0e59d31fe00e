import { describe, expect, it } from 'vitest';
import type { Enrichment } from '../../../../../../infra/local/services/kit/event-kinds.ts';
import { EVENT_KINDS } from '../../../../../../infra/local/services/kit/event-kinds.ts';
import {
  enrich,
  fillTemplate,
  optionsIn,
} from '../../../../../../infra/local/services/extraction/pipeline/enrich.ts';
import { judgeBy, tagsOf } from '../../../../../../infra/local/services/extraction/pipeline/judge.ts';
import { readCluster } from '../../../../../../infra/local/services/extraction/pipeline/reading.ts';
import { article } from '../open-extraction.ts';

const CONTENT =
  'Acme Corp said on March 10, 2026 that hackers stole 4.5 million customer records in a ransomware attack. ' +
  'Chief executive John Smith told reporters in Paris, France that the breach cost Acme $12.5 million. ' +
  'Shares of Acme fell 3%. More on https://www.acme-corp.example/incident.';
const reading = readCluster([
  article('Acme Corp hit by data breach', { content: CONTENT, domain: 'wire.example' }),
]);

const take = (name: string, type: Enrichment['type'], description: string) => {
  const { values, confidence } = enrich(reading, [{ name, type, description }]);
  const value: any = values[name];
  return { value, confidence: confidence[name] };
};

describe('fields are taken out of the text', () => {
  it('a number is the one nearest to the words of the field', () => {
    expect(take('records_affected', 'number', 'Number of records affected').value).toBe(4_500_000);
    expect(take('stores', 'number', 'Number of stores').value).toBeNull();
  });

  it('an amount of money in whole units', () => {
    expect(take('cost', 'number', 'What the breach cost').value).toBe(12_500_000);
  });

  it('a date by its day', () => {
    expect(take('breach_date', 'date', 'Day of the breach')).toEqual({
      value: '2026-03-10',
      confidence: 0.7,
    });
  });

  it('a company with what the text says of it', () => {
    const { value } = take('victim', 'company', 'The company that was hit');
    expect(value.metadata.name).toBe('Acme Corp');
    expect(value.metadata.domain_url).toBe('www.acme-corp.example');
    expect(value.website_candidates).toEqual(['www.acme-corp.example']);
    expect(value.source_text).toBe('Acme Corp');
    expect(value.confidence).toBeGreaterThan(0.5);
  });

  it('the option that is named', () => {
    expect(take('attack', 'option', 'Kind of attack, one of: phishing, ransomware, theft').value).toBe(
      'ransomware',
    );
    expect(take('attack', 'option', 'Kind of attack, one of: fire, flood').value).toBeNull();
  });

  it('people, places, percentages and the fitting sentence', () => {
    expect(take('people', 'text', 'People who are named').value).toContain('John Smith');
    expect(take('place', 'text', 'Place where it happened').value).toContain('Paris');
    expect(take('change', 'text', 'By how many percent shares fell').value).toBe('3%');
    expect(take('reason', 'text', 'The reason: a ransomware attack by hackers').value).toContain(
      'hackers stole',
    );
  });

  it('a link that is in the text, or that of the source', () => {
    expect(take('more', 'url', 'Where to read more').value).toBe('https://www.acme-corp.example/incident');
    const bare = readCluster([article('Acme Corp hit', { link: 'https://news.example/x' })]);
    expect(enrich(bare, [{ name: 'source', type: 'url', description: 'Link of the source' }]).values).toEqual(
      { source: 'https://news.example/x' },
    );
    expect(enrich(bare, [{ name: 'site', type: 'url', description: 'Its shop' }]).values).toEqual({
      site: null,
    });
  });

  it('nothing out of nothing', () => {
    const empty = readCluster([article('')]);
    const fields = (['text', 'number', 'option', 'url', 'company'] as const).map((type) => ({
      name: type,
      type,
      description: 'Something',
    }));
    expect(Object.values(enrich(empty, fields).values)).toEqual([null, null, null, null, null]);
  });

  it('a template is filled by fields, built-in names, or "unknown"', () => {
    const filled = fillTemplate('[COMPANY] lost [records affected] on [DATE]: [TITLE] ([WHO KNOWS])', {
      values: { company: { source_text: 'Acme Corp' }, records_affected: 4_500_000 },
      reading,
    });
    expect(filled).toBe('Acme Corp lost 4500000 on 2026-11-21: Acme Corp hit by data breach (unknown)');
  });
});

describe('validators', () => {
  const holds = (description: string, name = 'check') =>
    judgeBy([{ name, description, type: 'boolean' }])(reading);
  it('hold when at least half of what they name is in the text', () => {
    expect(holds('True when a data breach at Acme Corp is reported')).toBe(true);
    expect(holds('True when hackers stole records')).toBe(true);
    expect(holds('True when a bakery strike in Berlin is reported')).toBe(false);
  });
  it('want an event that a title names, and both of two words', () => {
    const about = (description: string, title: string, content: string) =>
      judgeBy([{ name: 'check', description, type: 'boolean' }])(readCluster([article(title, { content })]));
    const breach = 'True when the articles tell of a data breach';
    expect(about(breach, 'Globex Bank hit by data breach', '')).toBe(true);
    expect(about(breach, 'Globex Bank opens a shop', 'A year ago it had a data breach.')).toBe(false);
    expect(about(breach, 'How to live through a data breach', '')).toBe(false);
    const both = 'True when the articles speak of: bakery; flood';
    expect(about(both, 'Flood closes bakery', '')).toBe(true);
    expect(about(both, 'Flood closes school', '')).toBe(false);
  });
  it('of a context hold for one of what it names', () => {
    const description = 'True when the articles speak of: banking or asia';
    const fits = judgeBy([{ name: 'fits_context', description, type: 'boolean' }]);
    expect(fits(readCluster([article('Bank in Paris cuts jobs')]))).toBe(true);
    expect(fits(readCluster([article('Bakery in Paris cuts jobs')]))).toBe(false);
  });
  it('are read by their name when the description says nothing', () => {
    expect(holds('', 'mentions_ransomware')).toBe(true);
    expect(holds('', 'mentions_earthquake')).toBe(false);
  });
});

describe('labels of the corpus', () => {
  const labelled = (facts: object) => readCluster([article('Quarterly figures', { facts: { ...facts } })]);

  it('are the values of a record', () => {
    const { fields } = EVENT_KINDS.find(({ name }) => name === 'layoff')!;
    const one = labelled({ event: 'layoff', company: 'Acme', jobs_cut: 300, place: 'Lyon' });
    expect(enrich(one, fields).values).toMatchObject({
      company: { name: 'Acme' },
      jobs_cut: 300,
      place: 'Lyon',
    });
  });

  it('say what is written about, against the words of the text', () => {
    const holds = judgeBy([
      { name: 'a', description: 'True when the articles tell of: layoff', type: 'boolean' },
    ]);
    expect(holds(labelled({ event: 'layoff', company: 'Acme' }))).toBe(true);
    expect(holds(readCluster([article('Acme lays off 20 people', { facts: { event: 'recall' } })]))).toBe(
      false,
    );
  });
});

describe('what an article without labels is about', () => {
  const tells = (event: string, title: string) =>
    Boolean(readCluster([article(title)]).tells(EVENT_KINDS.find(({ name }) => name === event)!));

  it.each([
    ['data_breach', 'Hackers stole data of 3 million Globex customers'],
    ['data_breach', 'Postal service hacked after stamp sale'],
    ['data_breach', 'Shop chain Globex confirms data breach of loyalty cards'],
    ['layoff', 'Globex sacks 80 people'],
    ['acquisition', 'Acme to buy a stake in toy maker Globex'],
    ['fundraising', 'Solvane raises Rs 40 crore'],
    ['recall', 'Kestrel recalls 2,200 cars over brake risk'],
    ['strike', 'Flights cancelled as baggage handlers strike'],
    ['penalty', 'Regulator fines Globex 3 million euros'],
    ['earnings', 'Globex posts quarterly profit of $5 million'],
    ['executive_change', 'Globex names Jane Smith as CEO'],
    ['partnership', 'Acme ties up with Globex'],
    ['lawsuit', 'Acme sues Globex over patents'],
  ])('%s: %s', (event, title) => {
    expect(tells(event, title)).toBe(true);
  });

  it.each([
    ['data_breach', 'Man hacked to death in market'],
    ['data_breach', 'Captain fined for breach of the code of conduct'],
    ['data_breach', 'Bug could let hackers read mail'],
    ['data_breach', 'Camera details of the new phone leaked'],
    ['layoff', 'Poland refuses to play in the play-offs'],
    ['acquisition', 'Two merging galaxies seen by a telescope'],
    ['acquisition', 'Army to acquire new missiles'],
    ['fundraising', 'Mayor raises taxes by $2'],
    ['recall', 'Singer recalls the day she met her idol'],
    ['strike', 'Acme strikes a deal with port workers'],
    ['strike', 'Missile strike hits railway workers'],
    ['penalty', 'Player fined part of his match fee'],
    ['lawsuit', 'Clinical trial of a vaccine ends'],
    ['launch', 'Neighbour launches missile into the sea'],
  ])('not %s: %s', (event, title) => {
    expect(tells(event, title)).toBe(false);
  });
});

describe('small readers', () => {
  it.each([
    ['Severity, one of: low, medium or high', ['low', 'medium', 'high']],
    ['Kind (merger/takeover)', ['merger', 'takeover']],
    ['Anything', []],
  ])('options of %s', (description, options) => {
    expect(optionsIn(description)).toEqual(options);
  });

  it('tags classify by what the text says, and say so when they cannot', () => {
    expect(tagsOf(reading)).toEqual({ event_type: 'security/data_breach', sector: 'other_sector' });
    expect(tagsOf(readCluster([article('A quiet afternoon')])).event_type).toBe('unclassifiable');
  });
});
