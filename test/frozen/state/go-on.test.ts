import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf, type RawItem } from '../raw-items.ts';
import { goOn, itemsLeft } from './go-on.ts';

// `items.ndjson` is what version 0.1.0 left in its table: `npm start -- --once --json --fresh --now 2026-11-21T08:00:00Z` over
// the watches and the articles beside it. A later version goes on from there as if it had written it itself.

const left = itemsLeft();
const known = new Map(left.map((item) => [keyOf(item), item]));
/** In `later.ndjson`: a copy of a story that was alerted on, and a story of its own. */
const [COPY, NEWS] = ['later-01', 'later-02'];

let stack: Awaited<ReturnType<typeof goOn>>;
beforeAll(async () => {
  stack = await goOn(Date.parse('2026-11-21T08:45:00Z'));
});
afterAll(() => stack.close());

const ofKind = (items: readonly RawItem[], pk: string, sk = '') =>
  items.filter((item) => String(item['pk']).startsWith(pk) && String(item['sk']).startsWith(sk));
const added = async () => (await stack.read()).filter((item) => !known.has(keyOf(item)));
const channelsOf = () => stack.topic.published.map(({ channel }) => channel).toSorted();

// One story in its order: each step goes on from the one before.
describe('a later version', { shuffle: false }, () => {
  it('takes the same file for the same watches: no new version, no new base', async () => {
    const definitions = async () => ofKind(await stack.read(), 'WATCHES');
    const before = await definitions();
    const none = { added: [], changed: [], removed: [] };
    expect(await stack.apply()).toMatchObject({ watches: none, channels: none });
    // Watches with a brand get its name, which messages show. Nothing else of them is written anew.
    expect(await definitions()).toEqual(
      before.map((watch) => (watch['brand'] === 'acme' ? { ...watch, brandName: 'Acme Corp' } : watch)),
    );
    expect(await stack.apply()).toMatchObject({ watches: none, channels: none });
  });

  it('finds what is new, knows what was found, and alerts on nothing twice', async () => {
    const outcomes = await stack.run();
    await stack.deliver();
    // What is given again says the same: no event, no record has changed.
    expect(outcomes.map(({ status, changed }) => [status, changed])).toEqual(outcomes.map(() => ['done', 0]));
    expect(outcomes).toHaveLength(8);
    const items = await added();
    const findings = ofKind(items, 'WATCH#', 'FINDING#').map(keyOf);
    const watches = ['acme-count', 'acme-low', 'acme-news', 'acme-now', 'new-outlets'];
    expect(findings.filter((key) => !key.endsWith(COPY) && !key.endsWith(NEWS))).toEqual([]);
    expect(new Set(findings.map((key) => key.split(' | ')[0]))).toEqual(
      new Set(watches.map((id) => `WATCH#${id}`)),
    );
    // One alert for each of the two watches that alert on stories, and none on the copy.
    const alerts = ofKind(items, 'ALERT#').map(({ alert }) => alert as Record<string, any>);
    expect(alerts.map((alert) => alert['items'].map((one: any) => one.fingerprint))).toEqual([
      [NEWS],
      [NEWS],
    ]);
    expect(new Set(alerts.map((alert) => alert['watchId']))).toEqual(new Set(['acme-news', 'acme-now']));
    expect(channelsOf()).toEqual(['newsroom']);
  });

  it('recognises the records of another job', async () => {
    const [job] = ofKind(await added(), 'JOB#');
    expect(job).toMatchObject({ state: 'done', records: 1, found: 0, changed: 0 });
  });

  it('goes on where each watch stood', async () => {
    const now = new Map((await stack.read()).map((item) => [keyOf(item), item]));
    const states = ofKind(left, 'WATCH#', 'STATE');
    const facts = ({ version, coveredFrom, baseUntil }: RawItem) => ({ version, coveredFrom, baseUntil });
    for (const before of states) {
      const after = now.get(keyOf(before)) ?? {};
      expect(facts(after)).toEqual(facts(before));
      expect(after['fence']).toBeGreaterThan(Number(before['fence']));
    }
    expect(states).toHaveLength(8);
  });

  it('sends what waited once, at its time, and counts the last days as they were', async () => {
    stack.topic.published.length = 0;
    stack.clock.at = Date.parse('2026-11-23T08:00:00Z');
    const outcomes = await stack.run();
    await stack.deliver();
    expect(outcomes.map(({ status, new: fresh, reopened }) => [status, fresh, reopened])).toEqual(
      outcomes.map(() => ['done', 0, 0]),
    );
    expect(channelsOf()).toEqual(['press-team']);
    const [waiting] = ofKind(left, 'ALERT#').filter(({ state }) => (state as any).state === 'pending');
    expect(stack.topic.published[0]?.alertIds).toContain(String(waiting?.['pk']).slice('ALERT#'.length));
    expect(stack.topic.published[0]?.alertIds).toHaveLength(2);
    // The hours that were counted are still those of the same question.
    const countStore = [left, await stack.read()].map(
      (items) => ofKind(items, 'WATCH#acme-count', 'TALLY')[0],
    );
    expect(countStore[1]?.['policy']).toBe(countStore[0]?.['policy']);
    expect(countStore[1]?.['until']).toBeGreaterThan(Number(countStore[0]?.['until']));
    stack.clock.at += 3_600_000;
    await stack.deliver();
    expect(stack.topic.published).toHaveLength(1);
  });
});
