import { describe, expect, it } from 'vitest';
import type { Enrichment } from '../../../../../../infra/local/services/extraction/pipeline/event-types.ts';
import {
  enrich,
  fillTemplate,
  judgeBy,
  tagsOf,
} from '../../../../../../infra/local/services/extraction/pipeline/enrich.ts';
import {
  amountOf,
  dayNamed,
  moneyIn,
  optionsIn,
} from '../../../../../../infra/local/services/extraction/pipeline/values.ts';
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
      confidence: 0.9,
    });
  });

  it('a company with what the text tells of it', () => {
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

  it('a link that stands in the text, or that of the source', () => {
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
  it('hold when at least half of what they name stands in the text', () => {
    expect(holds('True when a data breach at Acme Corp is reported')).toBe(true);
    expect(holds('True when hackers stole records')).toBe(true);
    expect(holds('True when a bakery strike in Berlin is reported')).toBe(false);
  });
  it('want an event that a title tells of, and both of two words', () => {
    const about = (description: string, title: string, content: string) =>
      judgeBy([{ name: 'check', description, type: 'boolean' }])(readCluster([article(title, { content })]));
    const breach = 'True when the articles tell of a data breach';
    expect(about(breach, 'Globex Bank hit by data breach', '')).toBe(true);
    expect(about(breach, 'Globex Bank opens a shop', 'A year ago it had a data breach.')).toBe(false);
    expect(about(breach, 'How to live through a data breach', '')).toBe(false);
    const both = 'True when the articles speak of: bakery, flood';
    expect(about(both, 'Flood closes bakery', '')).toBe(true);
    expect(about(both, 'Flood closes school', '')).toBe(false);
  });
  it('want an industry that is all they ask for in a title', () => {
    const description = 'True when the articles speak of: aviation';
    const about = (title: string, content: string) =>
      judgeBy([{ name: 'check', description, type: 'boolean' }])(readCluster([article(title, { content })]));
    expect(about('Airline opens a route to Lyon', '')).toBe(true);
    expect(about('School opens in Lyon', 'It lies beside an airport. The airport is old.')).toBe(false);
  });
  it('of a context hold for one of what it names', () => {
    const description = 'True when the articles speak of at least one of: banking, asia';
    const fits = judgeBy([{ name: 'fits_context', description, type: 'boolean' }]);
    expect(fits(readCluster([article('Bank in Paris cuts jobs')]))).toBe(true);
    expect(fits(readCluster([article('Bakery in Paris cuts jobs')]))).toBe(false);
  });
  it('are read by their name when the description says nothing', () => {
    expect(holds('', 'mentions_ransomware')).toBe(true);
    expect(holds('', 'mentions_earthquake')).toBe(false);
  });
});

describe('small readers', () => {
  it.each([
    ['$12.5 million', 12_500_000],
    ['€1.2bn', 1_200_000_000],
    ['1,200', 1_200],
    ['3%', 3],
    ['three', 3],
    ['none', undefined],
  ])('%s is %s', (text, value) => {
    expect(amountOf(text)).toBe(value);
  });

  it('finds amounts of money whatever their form', () => {
    expect(moneyIn('paid €1.2bn, US$ 300 and 40 million dollars, but 50 cars')).toEqual([
      '€1.2bn',
      'US$ 300',
      '40 million dollars',
    ]);
  });

  it.each([
    ['March 10', '2026-03-10'],
    ['10 March 2025', '2025-03-10'],
    ['December 24', '2025-12-24'],
    ['2026-02-03', '2026-02-03'],
    ['last Monday', '2026-03-09'],
    ['Tuesday', '2026-03-10'],
    ['next Friday', '2026-03-13'],
    ['yesterday', '2026-03-10'],
    ['February 31', undefined],
    ['last year', undefined],
    ['March 2024', undefined],
  ])('%s, in an article of Wednesday 11 March 2026, is %s', (phrase, day) => {
    const at = dayNamed(phrase, Date.parse('2026-03-11T15:00:00Z'));
    expect(at === undefined ? undefined : new Date(at).toISOString().slice(0, 10)).toBe(day);
  });

  it.each([
    ['Severity, one of: low, medium or high', ['low', 'medium', 'high']],
    ['Kind (merger/takeover)', ['merger', 'takeover']],
    ['Anything', []],
  ])('options of %s', (description, options) => {
    expect(optionsIn(description)).toEqual(options);
  });

  it('tags classify by what the text tells, and say so when they cannot', () => {
    expect(tagsOf(reading)).toEqual({ event_type: 'security/data_breach', sector: 'other_sector' });
    expect(tagsOf(readCluster([article('A quiet afternoon')])).event_type).toBe('unclassifiable');
  });
});
