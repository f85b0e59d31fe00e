import { describe, expect, it } from 'vitest';
import { conceptsOf } from '../../../../../../infra/local/services/extraction/pipeline/concepts.ts';
import { analyze, searchesOf } from '../../../../../../infra/local/services/extraction/pipeline/question.ts';
import { compileQuery } from '../../../../../../shared/domain/query/match.ts';
import { parseQuery } from '../../../../../../shared/domain/query/parse.ts';
import { wordsIn } from '../../../../../../shared/domain/query/words.ts';

const matches = (query: string | undefined, text: string) => {
  const parsed = parseQuery(query ?? '');
  return parsed.ok && compileQuery(parsed.query).matches([wordsIn(text)]);
};
const labels = (question: string) =>
  conceptsOf(question).map((asked) => asked.map(({ kind, label }) => `${kind} ${label}`).join(' or '));

describe('a question is taken apart', () => {
  it.each([
    ['Data breaches at retailers', ['event data_breach', 'sector retail']],
    [
      'Find news about Acme Corp acquisitions in France last week',
      ['name Acme Corp', 'event acquisition', 'place France'],
    ],
    [
      'volcano eruptions or comets in Japan',
      ['topic volcano', 'topic eruptions or topic comets', 'place Japan'],
    ],
    [
      'Data breaches or ransomware attacks at banks, hospitals or insurers',
      ['event data_breach', 'sector banking or sector healthcare or sector insurance'],
    ],
    ['Strikes at Malaysia Airlines or Tesla', ['event strike', 'name Malaysia Airlines or name Tesla']],
    ['*', []],
  ])('%s', (question, expected) => {
    expect(labels(question)).toEqual(expected);
  });

  it('finds other forms of a word, but no other words', () => {
    const [turn] = searchesOf(conceptsOf('Companies that opened bakeries'));
    expect(matches(turn, 'A bakery will be opened by Globex')).toBe(true);
    expect(matches(turn, 'A baker was opened by Globex')).toBe(false);
  });
});

describe('the searches of a job', () => {
  const found = (question: string, text: string) =>
    searchesOf(conceptsOf(question)).map((query) => matches(query, text));

  it('get broader from turn to turn', () => {
    const question = 'Layoffs at car makers in Europe';
    expect(found(question, 'Renault announces job cuts in France')).toEqual([true, true, true, true]);
    expect(found(question, 'Renault announces job cuts')).toEqual([false, true, true, true]);
    expect(found(question, 'Job cuts at a brewery')).toEqual([false, false, true, true]);
    expect(found(question, 'Renault opens a museum')).toEqual([false, false, false, true]);
    expect(found(question, 'A brewery opens a museum')).toEqual([false, false, false, false]);
  });

  it('are never more than four, and never the same twice', () => {
    expect(searchesOf(conceptsOf('Layoffs'))).toHaveLength(1);
    expect(searchesOf(conceptsOf('Layoffs at banks'))).toHaveLength(3);
    expect(searchesOf([])).toEqual(['*']);
  });
});

describe('proposals', () => {
  it('follow the event that is asked for', () => {
    const { validators, enrichments } = analyze({ query: 'Data breaches at retailers' });
    expect(validators.map(({ name }) => name)).toEqual(['is_about_data_breach', 'matches_question']);
    expect(enrichments.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'company company',
      'records_affected number',
      'attack_kind option',
      'event_date date',
      'summary text',
    ]);
  });

  it('take from the context what limits, not who asks and what is not wanted', () => {
    const limits = (context: string) =>
      analyze({ query: 'Layoffs', context }).validators.flatMap(({ name, description }) =>
        name === 'fits_context' ? [description] : [],
      );
    expect(limits('We are an insurance broker in Germany. Not interested in sports.')).toEqual([]);
    expect(limits('We only want banks in Asia')).toEqual([
      'True when the articles speak of: banking or asia',
    ]);
  });
});
