import { storeFindings } from '../../../store/store-findings.ts';
import { aStoryRecord, storeStories } from '../../../store/store-stories.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AlertState, detectionKey, policyAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import type { Finding, SilentReason, Verdict } from '../../../../shared/domain/findings/finding.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import type { Delivery } from '../../../../shared/domain/alerts/message.ts';
import type { RunState } from '../../../../shared/domain/runs/run-state.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { explainArticle } from '../../../../shared/use-cases/explain/explain-article.ts';
import { aFinding, aMessage, anAlert, aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { memoryStore } from '../../../store/memory-store.ts';

let store: ReturnType<typeof memoryStore>;
beforeEach(() => {
  store = memoryStore();
});

/** A watch that has covered the last day up to noon; the article is of 11:00. */
async function ran(change: Partial<RunState> = {}): Promise<void> {
  const lease = { owner: 'test', until: NOON };
  const state = await store.states.acquire({ watchId: 'acme-news', track: 'live' }, lease, NOON);
  const set = { coveredFrom: NOON - DAY, coveredUntil: NOON, lastRunAt: NOON, ...change };
  await store.states.save(state!, { set, release: true });
}

async function found(verdict?: Verdict): Promise<void> {
  await storeFindings(store, [aStoredFinding(1, { ...(verdict && { verdict }) })]);
}

async function alerted(state: AlertState): Promise<void> {
  const alert = anAlert(1);
  await found({ notified: alert.id });
  await store.alerts.put(alert, { dueAt: NOON });
  await store.alerts.settle(alert, state);
}

async function sent(change: Partial<Delivery>): Promise<void> {
  await alerted({ state: 'notified', messageId: 'message-1' });
  await store.messages.put(aMessage(1));
  const stored = await store.messages.get('message-1');
  await store.messages.move(stored!, { ...stored!.delivery, ...change });
}

const explain = (
  watch: Partial<Watch> = {},
  finding: Partial<Finding> = {},
  matches = true,
  now = NOON + MINUTE,
) => explainArticle({ watch: aWatch(watch), finding: aFinding(1, finding), matches, now }, store);

describe('an article that was found', () => {
  it('is explained by the reason of its silence: baseline, duplicate, excluded, below its policy', async () => {
    const expected: Record<SilentReason, string> = {
      baseline: 'baseline',
      'same-story': 'duplicate',
      unconfirmed: 'duplicate',
      quiet: 'duplicate',
      excluded: 'excluded',
      'below-severity': 'not-worth-telling',
      'other-company': 'not-worth-telling',
      counted: 'not-worth-telling',
      'seen-before': 'not-worth-telling',
      'within-limits': 'not-worth-telling',
      'awaits-change': 'not-worth-telling',
      quarantined: 'quarantined',
    };
    for (const [silent, standing] of Object.entries(expected)) {
      store = memoryStore();
      await found({ silent: silent as SilentReason });
      expect([silent, (await explain()).standing]).toEqual([silent, standing]);
    }
  });

  it('is explained by the alert that counts it, and whether that lists it', async () => {
    const watch = aWatch({
      alert: { when: 'volume', channel: 'press-team', settings: { within: 3 * HOUR } },
    });
    await found({ silent: 'counted' });
    expect((await explain(watch)).standing).toBe('not-worth-telling');
    const period = { from: NOON - 3 * HOUR, to: NOON };
    const detection = { text: '60 articles within 3h.', period, seen: { articles: 60 } };
    const put = async (at: number, items: readonly Finding[]) => {
      const given = { policy: 'volume', key: detectionKey(at), detection, findings: items, now: at } as const;
      const alert = policyAlertOf(watch, given);
      await store.alerts.put(alert, { dueAt: NOON });
      return alert.id;
    };
    const late = await put(NOON + HOUR, [aFinding(2)]);
    expect(await explain(watch, {}, true, NOON + 5 * HOUR)).toMatchObject({
      standing: 'on-its-way',
      alertId: late,
      listed: false,
      text: expect.stringContaining('counted in the summary, not listed'),
    });
    const first = await put(NOON, [aFinding(1)]);
    const listed = await explain(watch);
    expect(listed).toMatchObject({ alertId: first, text: expect.stringContaining('lists it as an example') });
    expect(listed).not.toHaveProperty('listed');
  });

  it('is explained by the article of its story that was notified, and by the alert', async () => {
    const first = aFinding(2, { title: 'The first of it' });
    const notified = {
      severity: 'warning',
      at: NOON,
      alerts: ['alert-00002'],
      watches: ['acme-news'],
    } as const;
    const notices = { 'press-team': notified };
    await storeStories(store, [aStoryRecord('story-1', { notices })]);
    await storeFindings(store, [aStoredFinding(1, { story: 'story-1', verdict: { silent: 'same-story' } })]);
    await store.alerts.put(anAlert(2, { items: [first] }), { dueAt: NOON });
    expect(await explain()).toMatchObject({
      standing: 'duplicate',
      alertId: 'alert-00002',
      text: expect.stringContaining('"The first of it" (https://news.example/2)'),
    });
  });

  it.each([
    ['quiet-hours', 'held', 'quiet hours'],
    ['brief', 'held', 'brief'],
    ['group', 'held', 'group'],
    ['storm-cap', 'storm-cap', 'message limit'],
  ] as const)('is held for %s: %s', async (heldFor, standing, words) => {
    await alerted({ state: 'pending', dueAt: NOON + HOUR, heldFor });
    const explanation = await explain();
    expect(explanation).toMatchObject({ standing, dueAt: NOON + HOUR, alertId: 'alert-00001' });
    expect(explanation.text).toContain(words);
  });

  it('is due, muted, or dropped', async () => {
    await alerted({ state: 'pending', dueAt: NOON });
    expect((await explain()).standing).toBe('on-its-way');
    store = memoryStore();
    await alerted({ state: 'silenced', silenceId: 'abc', reason: 'a fair' });
    expect(await explain()).toMatchObject({ standing: 'silenced', text: expect.stringContaining('abc') });
    store = memoryStore();
    await alerted({ state: 'dropped', reason: 'its watch is gone' });
    expect(await explain()).toMatchObject({
      standing: 'dropped',
      text: expect.stringContaining('its watch is gone'),
    });
  });

  it('was sent, is being sent, or its delivery failed', async () => {
    await sent({ state: 'accepted', snsMessageId: 'sns-1' });
    expect(await explain()).toMatchObject({ standing: 'notified', messageId: 'message-1' });
    for (const [state, standing] of [
      ['claimed', 'on-its-way'],
      ['unsure', 'on-its-way'],
      ['failed', 'failed-delivery'],
      ['dead', 'failed-delivery'],
    ] as const) {
      store = memoryStore();
      await sent({ state, error: 'no such topic' });
      expect([state, (await explain()).standing]).toEqual([state, standing]);
    }
    expect((await explain()).text).toContain('bellwether redrive');
  });
});

describe('an article that the service has and the watch has not', () => {
  it('is in a span that is not covered yet', async () => {
    expect(await explain()).toMatchObject({
      standing: 'window-open',
      text: expect.stringContaining('not run yet'),
    });
    await ran({ coveredUntil: NOON - 2 * HOUR });
    expect(await explain()).toMatchObject({
      standing: 'window-open',
      text: expect.stringContaining('2026-11-20 10:00 UTC'),
    });
  });

  it.each<[string, Partial<Watch>, Partial<RunState>, string]>([
    ['the watch is switched off', { disabled: true }, {}, 'enabled: false and does not run'],
    [
      'the service does not offer it',
      {},
      { withdrawnUntil: NOON + DAY, lastError: 'gone' },
      'gone. The watch does not run until 2026-11-21 12:00 UTC',
    ],
    [
      'its runs fail',
      {},
      { failures: 2, lastError: 'the key is wrong' },
      'Its last run failed: the key is wrong.',
    ],
  ])('is in a span that is not covered, as %s', async (_name, watch, state, words) => {
    await ran({ coveredUntil: NOON - 2 * HOUR, ...state });
    expect(await explain(watch)).toMatchObject({
      standing: 'window-open',
      text: expect.stringContaining(words),
    });
  });

  it('is in a window that could not be covered', async () => {
    await ran();
    await store.windows.put({
      watchId: 'acme-news',
      from: NOON - 2 * HOUR,
      to: NOON,
      state: 'open',
      retryAt: NOON + HOUR,
      error: 'the service answered 503',
      cut: false,
      late: false,
      matched: 0,
      found: 0,
      calls: 1,
      failures: 1,
    });
    expect(await explain()).toMatchObject({
      standing: 'window-open',
      dueAt: NOON + HOUR,
      window: { from: NOON - 2 * HOUR, to: NOON },
      text: expect.stringContaining('503'),
    });
  });

  it('is found later because the budget slows the watch', async () => {
    await ran({ coveredUntil: NOON - 2 * HOUR });
    const rate = {
      state: 'paused',
      until: NOON + DAY,
      reason: 'the calls of the plan are short',
      since: NOON,
    } as const;
    await store.states.setRate('acme-news', rate);
    expect(await explain()).toMatchObject({
      standing: 'budget',
      text: expect.stringContaining('calls of the plan'),
    });
    await store.states.setRate('acme-news', undefined);
    await ran({ coveredUntil: NOON - 2 * HOUR, skipped: { at: NOON, reason: 'no credits' } });
    expect(await explain()).toMatchObject({
      standing: 'budget',
      text: expect.stringContaining('no credits'),
    });
  });

  it("is outside the ranks of the query, by its own filters or by the service's", async () => {
    await ran();
    const outlet = { domain: 'small.example', rank: 999_999 };
    expect(await explain({}, { outlet })).toMatchObject({
      standing: 'below-rank',
      text: expect.stringContaining('ranked_only: false'),
    });
    expect((await explain({ query: { q: 'acme', ranked_only: false } }, { outlet })).standing).toBe(
      'not-given',
    );
    const similar = await explain({ kind: 'similar', query: { q: 'acme' } }, { outlet });
    expect(similar.standing).toBe('below-rank');
    const ranked = { domain: 'big.example', rank: 5_000 };
    expect((await explain({ query: { q: 'acme', to_rank: 1_000 } }, { outlet: ranked })).standing).toBe(
      'below-rank',
    );
    expect((await explain({ query: { q: 'acme', to_rank: 5_000 } }, { outlet: ranked })).standing).toBe(
      'not-given',
    );
  });

  it('is of an excluded outlet, does not match, or is of another language, country or author', async () => {
    await ran();
    expect((await explain({ exclude: { domains: ['news.example'], phrases: [] } })).standing).toBe(
      'excluded',
    );
    expect((await explain({}, {}, false)).standing).toBe('not-matched');
    expect((await explain({ query: { q: 'acme', lang: ['fr'] } })).text).toContain('It is in en');
    expect((await explain({ query: { q: 'acme', countries: 'FR, GB' } })).text).toContain('from US');
    for (const [query, words] of [
      [{ not_lang: ['en'] }, 'excludes en (not_lang)'],
      [{ not_countries: 'us' }, 'excludes us (not_countries)'],
      [{ sources: ['other.example'] }, 'finds only other.example'],
      [{ not_sources: ['www.news.example'] }, 'excludes www.news.example (not_sources)'],
    ] as const)
      expect(await explain({ query: { q: 'acme', ...query } })).toMatchObject({
        standing: 'not-matched',
        text: expect.stringContaining(words),
      });
    expect((await explain({ query: { q: 'acme', sources: 'news.example' } })).standing).not.toBe(
      'not-matched',
    );
    expect((await explain({ kind: 'authors', query: { author_name: 'John Roe' } })).text).toContain(
      'Its author is Jane Doe',
    );
  });

  it('is older than the first window, or was not returned when its window was covered', async () => {
    await ran({ coveredFrom: NOON });
    expect((await explain()).standing).toBe('before-first-window');
    await ran({ coveredFrom: NOON - DAY });
    expect((await explain()).standing).toBe('not-given');
  });
});
