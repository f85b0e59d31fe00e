import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../../../shared/domain/policies/policy.ts';
import { POLICIES, policyOf, type PolicyName } from '../../../../shared/domain/policies/registry.ts';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { aFinding } from '../../../ports/examples.ts';

// The policies that judge one finding, or one change, as tables of cases.

function decide(
  when: PolicyName,
  { written = {}, finding = {} }: { written?: object; finding?: Partial<Finding> },
) {
  const policy = policyOf(when);
  return policy.onFinding?.(aFinding(1, finding), settingsOf(policy.parameters, { ...written }));
}

describe('every policy', () => {
  it.each(POLICIES)('%s judges something, and says what', (name) => {
    const policy = policyOf(name);
    expect(['onFinding', 'onChange', 'counting'].some((judges) => judges in policy)).toBe(true);
    expect(policy.about).toMatch(/^(each|when) [^.]+$/);
    for (const { text } of policy.parameters) expect(text).toMatch(/^[^.].*\.$/);
  });
});

describe('first seen', () => {
  it.each([
    ['the outlet', {}, {}, ['news.example']],
    ['its country', { of: 'country' }, {}, ['us']],
    [
      'every author once',
      { of: 'author' },
      { authors: ['Jane Doe', ' JANE DOE ', 'Jo Roe', ' '] },
      ['jane doe', 'jo roe'],
    ],
    ['a name in other letters of the same form', { of: 'author' }, { authors: ['Ｊane Doe'] }, ['jane doe']],
    ['the company of an event', { of: 'company' }, { facts: { company_name: 'Acme Corp' } }, ['acme corp']],
    [
      'organisations of an article, and companies of a watchlist, each once',
      { of: 'company' },
      { companies: ['Acme Corp', 'Globex'], entities: [{ name: 'GLOBEX', score: 8 }] },
      ['globex', 'acme corp'],
    ],
  ] as [string, object, Partial<Finding>, string[]][])('%s', (_name, written, finding, values) => {
    expect(decide('first_seen', { written, finding })).toMatchObject({ notify: 'first', values });
  });

  it('says what is new', () => {
    const decision = decide('first_seen', { written: { of: 'country' } });
    expect(decision?.notify === 'first' && decision.detection(['us'])).toEqual({
      text: 'Seen for the first time: the country US.',
      short: 'New country US',
    });
    const companies = Array.from({ length: 12 }, (_, n) => `Acme ${n} Corp`);
    const many = decide('first_seen', { written: { of: 'company' }, finding: { companies } });
    const textOf = (count: number) =>
      many?.notify === 'first' && many.detection(many.values.slice(0, count)).text;
    expect(textOf(12)).toMatch(/the company Acme 0 Corp, Acme 1 Corp, .*, Acme 7 Corp and 4 more\.$/);
    expect(textOf(8)).toMatch(/, Acme 6 Corp, Acme 7 Corp\.$/);
  });

  it.each([
    ['country', 'events', 'This watch finds events, which do not name the country of an outlet'],
    ['author', 'records', 'This watch finds records, which do not name an author'],
    ['company', 'events', undefined],
    ['company', 'articles', undefined],
  ] as const)('of a %s, in %s', (of, finds, what) => {
    const subject = { finds, frame: 'hour', namesCompanies: true, hasSentiment: false } as const;
    expect(policyOf('first_seen').refuses?.(subject, { of })?.what).toBe(what);
  });
});

describe('the sentiment of one article', () => {
  const notified = (sentiment: number, text: string) => ({
    notify: 'story',
    detection: { text, short: `Tone ${sentiment.toFixed(2)}`, figures: { sentiment, limit: -0.5 } },
  });
  const mild = { notify: 'nothing', because: 'within-limits' };
  it.each([
    ['none', {}, undefined, mild],
    [
      'of its text',
      {},
      { title: 0.9, content: -0.6 },
      notified(-0.6, 'Its sentiment is -0.60, at or below the limit of -0.50.'),
    ],
    ['a mild one', {}, { content: -0.49 }, mild],
    [
      'any, where the mean is set',
      { of: 'mean' },
      { content: -1 },
      { notify: 'nothing', because: 'counted' },
    ],
  ] as [string, object, Finding['sentiment'], object][])('%s', (_name, written, sentiment, expected) => {
    expect(decide('sentiment', { written, finding: sentiment ? { sentiment } : {} })).toEqual(expected);
  });

  it('refuses limits that always alert, and items without a sentiment', () => {
    const refuses = (finds: 'articles' | 'events', settings: object) =>
      policyOf('sentiment').refuses?.(
        { finds, frame: 'hour', namesCompanies: false, hasSentiment: true },
        { ...settings },
      )?.key;
    expect(refuses('articles', { below: 0.2, above: 0.2 })).toBe('above');
    expect(refuses('articles', { below: -0.2, above: 0.2 })).toBeUndefined();
    expect(refuses('events', {})).toBe('when');
  });
});

describe('change', () => {
  const amount = { name: 'amount', from: '5', to: '8' };
  const people = { name: 'number_of_people_laid_off', from: '50', to: '80' };
  const headline = { name: 'headline', from: 'A', to: 'B' };
  it.each([
    ['any', {}, [amount, people, headline], ['amount, number of people laid off, headline']],
    ['none', {}, [], []],
    ['one that is set', { of: ['amount'] }, [amount, people], ['amount']],
    ['a headline', { of: ['headline'] }, [headline], ['headline']],
  ])('%s', (_name, settings, changes, named) => {
    const detection = policyOf('change').onChange?.(changes, settings);
    expect(detection ? [detection.text] : []).toEqual(named.map((name) => `Changed: ${name}.`));
  });

  it('a new finding is none', () => {
    expect(decide('change', {})).toEqual({ notify: 'nothing', because: 'awaits-change' });
  });

  it.each([
    ['articles', { of: ['amount'] }, 'This watch finds articles, which have no fact "amount"'],
    ['articles', { of: ['headline'] }, undefined],
    ['events', { of: ['headline'] }, 'The headline of an event is not a fact'],
    ['events', { of: ['ammount'] }, 'This watch finds events, which have no fact "ammount"'],
    ['events', { of: ['amount'] }, undefined],
  ] as const)('of %s with %j', (finds, settings, what) => {
    const facts = finds === 'events' ? { facts: ['amount'] } : {};
    const subject = { finds, frame: 'hour', namesCompanies: false, hasSentiment: false, ...facts } as const;
    expect(policyOf('change').refuses?.(subject, settings)?.what).toBe(what);
  });
});
