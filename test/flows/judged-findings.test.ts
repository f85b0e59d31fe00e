import { describe, expect, it } from 'vitest';
import type { Alert } from '../../shared/domain/alerts/alert.ts';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { PublishThrottled, PublishUnsure } from '../../shared/domain/lib/errors.ts';
import { DAY, dayOf, HOUR, MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import type { Judge, Watch } from '../../shared/domain/watches/watch.ts';
import { aChannel, aFinding, aWatch, NOON } from '../ports/examples.ts';
import { dies, dying, forEveryDeath } from '../ports/dying.ts';
import { type SeenArticle, scriptedModel } from '../ports/scripted-model.ts';
import { writeOpening } from '../../shared/use-cases/deliver/write-opening.ts';
import { explainAlert } from '../../shared/use-cases/explain/explain-article.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';
import { randomFrom, wordsOf } from '../shared/use-cases/news-of.ts';
import { decideOrdered } from '../shared/use-cases/decide-ordered.ts';

const JUDGE: Judge = {
  relevant: 'Articles about Acme, the toolmaker.',
  raise: [{ to: 'critical', when: 'people are hurt' }],
  model: 'small',
  tokensPerMonth: 10_000_000,
};
const judged = (changes: Partial<Watch> = {}) =>
  aWatch({ severity: 'info', alert: { when: 'story', channel: 'press-team' }, judge: JUDGE, ...changes });
const NOVEMBER = { watchId: 'acme-news', month: '2026-11' };
const OPERATORS = aChannel({ name: 'operators', email: ['ops@acme.example'] });

/** An article with a story of its own. */
const article = (n: number, changes: Partial<Finding> = {}): Finding =>
  aFinding(n, { title: `Acme ${wordsOf(`t${n}`, 8)}`, snippet: `${wordsOf(`s${n}`, 30)}.`, ...changes });
/** Planted: the model says that it is not relevant. */
const elsewhere = (n: number) => article(n, { snippet: `elsewhere ${wordsOf(`s${n}`, 30)}.` });
const SENTENCE = 'Three people were hurt in the fire.';
const hurt = (n: number) => article(n, { snippet: `${wordsOf(`s${n}`, 20)}. ${SENTENCE}` });
/** The word that the planted articles deserve. */
const planted = ({ text }: SeenArticle) => ({
  relevant: !text.includes('elsewhere'),
  raise: text.includes(SENTENCE) ? [{ rule: 1, sentence: SENTENCE }] : [],
});

async function open(
  found: readonly Finding[],
  { watch = judged(), model = scriptedModel(planted), channel = aChannel() } = {},
) {
  const corpus = found.map((finding) => ({ finding }));
  const bench = await workbench({ watches: [watch], corpus, channels: [channel, OPERATORS] });
  Object.assign(bench.ports, { models: model.open });
  return { ...bench, model };
}
type Bench = Awaited<ReturnType<typeof open>>;

async function alertsOf({ store }: Pick<Bench, 'store'>): Promise<Alert[]> {
  return (await store.alerts.madeOn(dayOf(NOON - HOUR), 1_000)).map(({ alert }) => alert);
}
const newsOf = (alerts: readonly Alert[]) => alerts.filter(({ items }) => items.length > 0);
const byTitle = (alerts: readonly Alert[]) =>
  Object.fromEntries(
    newsOf(alerts).map(({ items, severity, later = false }) => [
      Number(items[0]?.fingerprint.slice(-5)),
      [severity, later],
    ]),
  );
const sent = ({ topic }: Pick<Bench, 'topic'>) =>
  topic.published.filter(({ channel }) => channel === 'press-team').flatMap(({ alertIds }) => alertIds);

describe('a watch with a judge', () => {
  it('sends what is relevant at once, and keeps the rest for the end of the day', async () => {
    const bench = await open([article(1), elsewhere(2), hurt(3)]);
    await bench.run();
    expect(byTitle(await alertsOf(bench))).toEqual({
      1: ['info', false],
      2: ['info', true],
      3: ['critical', false],
    });
    await bench.deliver();
    expect(sent(bench)).toHaveLength(2);
    bench.clock.at += DAY;
    await bench.deliver();
    expect(sent(bench)).toHaveLength(3);
    const [, second, third] = await findingsOf(bench);
    expect(second?.judged).toMatchObject({ relevant: false, reason: 'So it is.', model: 'small' });
    expect(third?.judged?.raise).toEqual({ when: 'people are hurt', sentence: SENTENCE });
    const raised = newsOf(await alertsOf(bench)).find(({ severity }) => severity === 'critical');
    expect(raised?.raised).toEqual({ from: 'info', by: [{ name: 'judge', value: SENTENCE }] });
    const lowered = await bench.store.alerts.get(
      second?.verdict && 'notified' in second.verdict ? second.verdict.notified : '',
    );
    expect((await explainAlert(lowered!, bench.store)).text).toContain(
      'Model small called it probably not about you: So it is.',
    );
    expect(await bench.store.judging.month(NOVEMBER)).toMatchObject({
      calls: 1,
      tokens: bench.model.tokens[0],
      judged: 3,
      lowered: 1,
      raised: 1,
    });
  });

  it('raises what its channel would not take, and asks about nothing that cannot alert', async () => {
    const bench = await open(
      [hurt(1), article(2), article(3, { title: hurt(1).title, snippet: hurt(1).snippet })],
      {
        channel: aChannel({ minSeverity: 'warning' }),
      },
    );
    await bench.run();
    expect(byTitle(await alertsOf(bench))).toEqual({ 1: ['critical', false] });
    expect(bench.model.calls.map(({ articles }) => articles.length)).toEqual([2]);
    bench.clock.at += 15 * MINUTE;
    bench.corpus.push({ finding: { ...hurt(1), fingerprint: 'copy', indexedAt: bench.clock.at - MINUTE } });
    await bench.run();
    expect(bench.model.calls).toHaveLength(1);
  });

  it('lowers a warning only after a second call about it alone', async () => {
    const swayed = scriptedModel(
      () => ({}),
      (articles) =>
        articles.length > 1 || articles[0]?.text.includes('elsewhere')
          ? JSON.stringify({
              articles: articles.map(({ id }) => ({
                id,
                relevant: false,
                reason: 'No.',
                raise: [],
                summary: '',
              })),
            })
          : undefined,
    );
    const bench = await open([article(1), elsewhere(2)], {
      model: swayed,
      watch: judged({ severity: 'warning' }),
    });
    await bench.run();
    expect(byTitle(await alertsOf(bench))).toEqual({ 1: ['warning', false], 2: ['warning', true] });
    expect(swayed.calls.map(({ articles }) => articles.length)).toEqual([2, 1, 1]);
  });

  it('puts what is critical by a rule before the model is asked', async () => {
    const raise = [{ to: 'critical', topRank: 10 } as const];
    const bench = await open([article(1), article(2, { outlet: { domain: 'big.example', rank: 5 } })], {
      watch: judged({ raise }),
    });
    let before: Alert[] = [];
    Object.assign(bench.ports, {
      models: async (name: string) => {
        before = await alertsOf(bench);
        return bench.model.open(name);
      },
    });
    await bench.run();
    expect(byTitle(before)).toEqual({ 2: ['critical', false] });
    expect(byTitle(await alertsOf(bench))).toEqual({ 1: ['info', false], 2: ['critical', false] });
    expect(bench.model.calls.flatMap(({ articles }) => articles)).toHaveLength(1);
  });

  it('in shadow records the same words, and alerts as without it', async () => {
    const found = [article(1), elsewhere(2), hurt(3)];
    const live = await open(found);
    const shadow = await open(found, { watch: judged({ judge: { ...JUDGE, shadow: true } }) });
    const { judge: _none, ...plain } = judged();
    const without = await open(found, { watch: plain });
    for (const bench of [live, shadow, without]) await bench.run();
    expect(await alertsOf(shadow)).toEqual(
      (await alertsOf(without)).map((alert) => ({
        ...alert,
        rule: { ...alert.rule, judge: { ...JUDGE, shadow: true } },
      })),
    );
    const words = async (bench: Bench) =>
      (await findingsOf(bench)).map(({ judged: word }) => ({ ...word, shadow: undefined }));
    expect(await words(shadow)).toEqual(await words(live));
    expect(without.model.calls).toEqual([]);
  });
});

describe('what people read', () => {
  it('marks what the model wrote, and the brief has what it doubts last', async () => {
    const channel = aChannel({ now: 'critical', brief: 'cron(0 18 * * ? *)' });
    const watch = judged({ judge: { ...JUDGE, summary: 'en' } });
    const model = scriptedModel((seen) => ({ ...planted(seen), summary: 'It is short. It is true.' }));
    const bench = await open([elsewhere(1), article(2), hurt(3)], { channel, watch, model });
    await bench.run();
    await bench.deliver();
    bench.clock.at += DAY;
    await bench.deliver();
    const [urgent, brief] = bench.topic.published.filter(({ channel: to }) => to === 'press-team');
    expect(urgent?.texts.email).toContain(`It is critical: a model found “${SENTENCE}”.`);
    expect(urgent?.texts.email).toContain('Summary by model small: It is short. It is true.');
    expect(brief?.texts.email).toContain(
      '2 stories, the most urgent first, the last 1 probably not about you.',
    );
    expect(brief?.texts.email).toMatch(
      /Acme[^]*\n\nProbably not about you\n\nAcme[^]*Probably not about you: So it is/,
    );
  });
});

describe('a brief that a model opens', () => {
  const opening = { model: 'small', language: 'en', tokensPerMonth: 10_000 };
  const channel = aChannel({ now: 'critical', brief: 'cron(0 18 * * ? *)', opening });
  const sentences = ['Acme grows.', 'It hires.', 'It pays.'];
  const INTRO = 'Your brief for press-team: 2 stories, the most urgent first.';
  const { judge: _none, ...plain } = judged();

  it.each<[string, string, string]>([
    ['three sentences', JSON.stringify({ sentences }), ` Written by model small: ${sentences.join(' ')}`],
    ['two sentences', JSON.stringify({ sentences: sentences.slice(1) }), ''],
    ['a lure', JSON.stringify({ sentences: ['Go to www.evil.example', 'a', 'b'] }), ''],
    ['prose', 'I cannot help with that.', ''],
  ])('begins with %s, or goes out without', async (_name, answer, expected) => {
    const model = scriptedModel(undefined, () => answer);
    const bench = await open([article(1), article(2)], { channel, watch: plain, model });
    await bench.run();
    bench.clock.at += DAY;
    await bench.deliver();
    expect(sent(bench)).toEqual([]);
    Object.assign(bench.ports, {
      opening: (alerts: readonly Alert[], to: Parameters<typeof writeOpening>[1]) =>
        writeOpening(alerts, to, { ...bench.ports, models: model.open }),
    });
    await bench.deliver();
    const brief = bench.topic.published.find(({ channel: to }) => to === 'press-team');
    expect(brief?.texts.email?.split('\n')[0]).toBe(`${INTRO}${expected}`);
    const incidents = (await bench.store.incidents.open()).map(({ subject }) => subject);
    expect(incidents).toEqual(expected === '' ? ['channel:press-team:opening'] : []);
    const { tokens = 0 } =
      (await bench.store.judging.month({ ...NOVEMBER, watchId: 'brief:press-team' })) ?? {};
    expect(tokens).toBeLessThanOrEqual(opening.tokensPerMonth);
  });
});

describe('a model that fails', () => {
  const silent = new PublishUnsure('The answer of The model was lost (no answer in time).');
  it.each<[string, Parameters<typeof scriptedModel>[1]]>([
    ['throttles', () => new PublishThrottled('It takes no more for now (429).', 60 * SECOND)],
    ['is silent', () => silent],
    ['gives half an answer', () => '{"articles":[{"id":"a1","relev'],
    ['counts wrongly', () => '{"articles":[]}'],
    ['answers in prose', () => 'I cannot help with that.'],
  ])('and %s changes nothing, and is reported once', async (_name, instead) => {
    const found = [article(1), elsewhere(2)];
    const bench = await open(found, { model: scriptedModel(planted, instead) });
    await bench.run();
    bench.clock.at += 15 * MINUTE;
    bench.corpus.push({ finding: article(3, { indexedAt: bench.clock.at - MINUTE }) });
    await bench.run();
    expect(byTitle(await alertsOf(bench))).toEqual({
      1: ['info', false],
      2: ['info', false],
      3: ['info', false],
    });
    const incidents = (await alertsOf(bench)).filter(({ occasion }) => occasion.type === 'incident');
    expect(incidents).toHaveLength(1);
    expect(incidents[0]?.occasion).toMatchObject({ incident: 'judge', resolved: false });
  });

  it('is not asked where the stage does not name it, and the message says what to do', async () => {
    const bench = await open([article(1)]);
    Object.assign(bench.ports, { models: async () => undefined });
    await bench.run();
    const [incident] = await bench.store.incidents.open();
    expect(incident?.text).toContain('The stage names no model small. Add it to models');
    expect(newsOf(await alertsOf(bench))).toHaveLength(1);
  });

  it('counts whole in the budget when its answer is lost, and is not asked beyond it', async () => {
    const lost = scriptedModel(planted, () => silent);
    const watch = judged({ judge: { ...JUDGE, tokensPerMonth: 10_000 } });
    const bench = await open([article(1)], { model: lost, watch });
    for (let n = 2; n < 12; n += 1) {
      await bench.run();
      bench.clock.at += 15 * MINUTE;
      bench.corpus.push({ finding: article(n, { indexedAt: bench.clock.at - MINUTE }) });
    }
    const month = await bench.store.judging.month(NOVEMBER);
    expect(month?.tokens).toBeGreaterThan(3_000);
    expect(month?.tokens).toBeLessThanOrEqual(10_000);
    expect(lost.calls).toHaveLength(month?.calls ?? 0);
    expect(lost.calls.length).toBeLessThan(5);
  });
});

describe('60 articles in six languages', () => {
  const SCRIPTS = ['plain', 'éàü', '東京都', 'Привет', 'مرحبا', 'नमस्ते'];
  const random = randomFrom(39);
  const FOUND = Array.from({ length: 60 }, (_, n) => {
    const kind = random();
    const made = kind < 0.4 ? elsewhere(n) : kind < 0.5 ? hurt(n) : article(n);
    const [language] = ['en', 'fr', 'ja', 'ru', 'ar', 'hi'].slice(n % 6);
    return { ...made, language: language ?? 'en', snippet: `${SCRIPTS[n % 6]} ${made.snippet}` };
  });

  it('lose nothing at any death, ask at most once more, and never leave the budget', async () => {
    const some = FOUND.slice(0, 25);
    const reference = await open(some);
    await reference.run();
    const expected = byTitle(await alertsOf(reference));
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await open(some);
      await bench.collect();
      await dies(decideOrdered(dying(bench.ports, doom)));
      await bench.clock.sleep(6 * MINUTE);
      await bench.decide();
      expect(byTitle(await alertsOf(bench))).toEqual(expected);
      expect(bench.model.calls.length).toBeLessThanOrEqual(4);
      const month = await bench.store.judging.month(NOVEMBER);
      expect(month?.tokens).toBeLessThanOrEqual(JUDGE.tokensPerMonth);
    });
    expect(deaths).toBeGreaterThan(20);
  });

  it('are decided without the model after a second death at the same part', async () => {
    const bench = await open(FOUND.slice(0, 5));
    for (const times of [1, 2])
      expect(await bench.store.judging.begin({ watchId: 'acme-news', part: 'part', now: NOON })).toBe(times);
    const { judging } = bench.ports;
    Object.assign(bench.ports, { judging: { ...judging, begin: async () => 3 } });
    await bench.run();
    expect(bench.model.calls).toEqual([]);
    expect(newsOf(await alertsOf(bench))).toHaveLength(5);
  });
});
