import { describe, expect, it } from 'vitest';
import { judgeQuestion, judgeVersion, mostTokens } from '../../../../shared/domain/judging/question.ts';
import { readAnswer, VoidAnswer } from '../../../../shared/domain/judging/read-answer.ts';
import type { Judge } from '../../../../shared/domain/watches/watch.ts';
import { aFinding } from '../../../ports/examples.ts';

const JUDGE: Judge = {
  relevant: 'Articles about Acme',
  raise: [
    { to: 'warning', when: 'a strike' },
    { to: 'critical', when: 'people are hurt' },
  ],
  model: 'small',
  tokensPerMonth: 1_000_000,
};
const FINDINGS = [
  aFinding(1, {
    title: 'Fire at Acme',
    snippet: 'Two people\u00a0were\n hurt in Leipzig. Production  stopped.',
  }),
  aFinding(2, { title: '東京でアクメの工場が火災', snippet: '二人がけがをしたと警察が発表した。' }),
];
const entry = (id: string, changes: object = {}) => ({
  id,
  relevant: true,
  reason: 'It is about Acme.',
  raise: [],
  summary: '',
  ...changes,
});
const read = (articles: unknown, judge = JUDGE) =>
  readAnswer(typeof articles === 'string' ? articles : JSON.stringify({ articles }), {
    judge,
    findings: FINDINGS,
  });

describe('an answer that counts', () => {
  it('gives a word on each finding, whatever the order of its entries', () => {
    const words = read([entry('a2', { relevant: false }), entry('a1')]);
    expect(Array.from(words, ([id, { relevant }]) => [id, relevant])).toEqual([
      ['article-00002', false],
      ['article-00001', true],
    ]);
  });

  it('quotes a sentence with other blanks, in any script, and never lowers what it raises', () => {
    const quote = (rule: number, sentence: string) => ({ relevant: false, raise: [{ rule, sentence }] });
    const words = read([
      entry('a1', quote(2, 'Two people were hurt  in Leipzig.')),
      entry('a2', quote(1, '二人がけがをしたと警察が発表した。')),
    ]);
    expect([...words.values()]).toMatchObject([
      { relevant: true, raise: { when: 'people are hurt', sentence: 'Two people were hurt in Leipzig.' } },
      { relevant: true, raise: { when: 'a strike' } },
    ]);
  });

  it('lowers nothing where nothing was asked about relevance', () => {
    const { relevant: _none, ...judge } = JUDGE;
    expect([...read([entry('a1', { relevant: false }), entry('a2')], judge).values()][0]?.relevant).toBe(
      true,
    );
  });
});

describe('an answer is void as a whole', () => {
  const sound = entry('a2');
  const quoting = (sentence: unknown, rule: unknown = 1) => [
    entry('a1', { raise: [{ rule, sentence }] }),
    sound,
  ];
  it.each<[string, unknown]>([
    ['that is cut', '{"articles":[{"id":"a1"'],
    ['with words around its JSON', `Here it is: ${JSON.stringify({ articles: [entry('a1'), sound] })}`],
    ['with too few entries', [entry('a1')]],
    ['with too many', [entry('a1'), sound, entry('a3')]],
    ['on one article twice', [entry('a1'), entry('a1')]],
    ['on an article that was not asked about', [entry('a1'), entry('a9')]],
    ['with another key', [entry('a1', { severity: 'critical' }), sound]],
    ['without a key', [{ id: 'a1', relevant: true }, sound]],
    ['with a text for a truth', [entry('a1', { relevant: 'false' }), sound]],
    ['with a rule that there is not', quoting('Two people were hurt in Leipzig.', 3)],
    ['that quotes what is not in the text', quoting('Ten people were killed in Leipzig.')],
    ['that quotes another article', quoting('二人がけがをしたと警察が発表した。')],
    ['that quotes a word', quoting('hurt')],
    ['with an address in its reason', [entry('a1', { reason: 'See https://evil.example' }), sound]],
    ['with a long reason', [entry('a1', { reason: 'x'.repeat(500) }), sound]],
    ['that is a list', JSON.stringify([entry('a1'), sound])],
  ])('%s', (_name, articles) => {
    expect(() => read(articles)).toThrow(VoidAnswer);
  });

  it('without a summary that was asked for', () => {
    expect(() => read([entry('a1'), entry('a2')], { ...JUDGE, summary: 'en' })).toThrow(/summary/);
  });
});

describe('a question', () => {
  const question = judgeQuestion({ brandName: 'Acme' }, { judge: JUDGE, findings: FINDINGS });

  it('holds the articles as data, and neither links, outlets’ domains, nor anything of channels', () => {
    expect(JSON.parse(question.text).articles[0]).toEqual({
      id: 'a1',
      title: 'Fire at Acme',
      outlet: 'The News',
      date: '2026-11-20',
      language: 'en',
      text: FINDINGS[0]!.snippet,
    });
    expect(question.text).not.toContain('news.example');
  });

  it('is small, however long an article is', () => {
    const long = aFinding(3, { title: 'x'.repeat(50_000), snippet: 'é'.repeat(50_000) });
    const { text, ...rest } = judgeQuestion({}, { judge: JUDGE, findings: [long] });
    expect(text.length).toBeLessThan(5_000);
    expect(mostTokens({ text, ...rest })).toBeGreaterThan(Buffer.byteLength(text));
  });

  it('is another version with another model or another word, and not with another budget', () => {
    const version = judgeVersion(JUDGE);
    expect(judgeVersion({ ...JUDGE, tokensPerMonth: 5, shadow: true })).toBe(version);
    expect(judgeVersion({ ...JUDGE, model: 'other' })).not.toBe(version);
    expect(judgeVersion({ ...JUDGE, relevant: 'Articles about Acme Corp' })).not.toBe(version);
  });
});
