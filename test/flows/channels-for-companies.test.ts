import { describe, expect, it } from 'vitest';
import type { Finding, FindingEntity } from '../../shared/domain/findings/finding.ts';
import { MINUTE } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { putAlert } from '../../shared/use-cases/alerts/put-alerts.ts';
import { aChannel, aFinding, anAlert, aWatch, NOON } from '../ports/examples.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';

const acme: FindingEntity = { name: 'ACME  corp', key: 'S-1042', score: 7 };
const globex: FindingEntity = { name: 'Globex', key: 'globex.example' };
const about = (n: number, entities: FindingEntity[], changes: Partial<Finding> = {}) => ({
  finding: aFinding(n, { ...(entities.length > 0 && { entities }), ...changes }),
});

async function notified(
  corpus: ReturnType<typeof about>[],
  { companies, watch = {} }: { companies: string[]; watch?: Partial<Watch> },
) {
  const bench = await workbench({
    watches: [aWatch(watch)],
    corpus,
    channels: [aChannel({ companies }), aChannel({ name: 'operators' })],
  });
  await bench.run();
  const found = await findingsOf(bench);
  return Object.fromEntries(
    found.map(({ finding, verdict }) => [
      Number(finding.fingerprint.slice(-2)),
      verdict && 'notified' in verdict ? 'notified' : verdict?.silent,
    ]),
  );
}

describe('a channel for some companies', () => {
  it('takes findings that name one of them, by name in any case or by id, and no others', async () => {
    const corpus = [about(1, [globex, acme]), about(2, [globex]), about(3, [])];
    const rest = { 2: 'other-company', 3: 'other-company' };
    expect(await notified(corpus, { companies: ['Acme Corp'] })).toEqual({ 1: 'notified', ...rest });
    expect(await notified(corpus, { companies: ['s-1042'] })).toEqual({ 1: 'notified', ...rest });
    expect(await notified(corpus, { companies: ['Acme'] })).toEqual({ 1: 'other-company', ...rest });
  });

  it('takes articles and records that name one in their text or fields, also without a watchlist', async () => {
    const corpus = [
      about(1, [], { companies: ['Globex', 'ACME  corp'] }),
      about(2, [globex], { companies: ['Acme Corp'] }),
      about(3, [], { companies: ['Acme Corporation'] }),
      about(4, [], { type: 'event', facts: { company_name: 'acme corp' } }),
    ];
    expect(await notified(corpus, { companies: ['Acme Corp', 'S-1042'] })).toEqual({
      1: 'notified',
      2: 'notified',
      3: 'other-company',
      4: 'notified',
    });
    const watch = { alert: { when: 'finding', channel: 'press-team' } } as const;
    const all = { 1: 'notified', 2: 'notified', 3: 'other-company', 4: 'notified' };
    expect(await notified(corpus, { companies: ['Acme Corp'], watch })).toEqual(all);
  });

  it('is notified of a story by the record that names its company, though another one came first', async () => {
    const title = 'Acme: recalls 4,000 pumps!';
    const corpus = [
      about(1, [globex], { title, publishedAt: NOON - 50 * MINUTE }),
      about(2, [acme], { title, publishedAt: NOON - 20 * MINUTE }),
    ];
    const watch = { alert: { when: 'story', channel: 'press-team' } } as const;
    expect(await notified(corpus, { companies: ['Acme Corp'], watch })).toEqual({
      1: 'other-company',
      2: 'notified',
    });
  });

  it('is notified of what is about no finding', async () => {
    const bench = await workbench({ watches: [], channels: [aChannel({ companies: ['Acme Corp'] })] });
    const writer = bench.ports;
    const base = { type: 'baseline', found: 3, window: { from: 0, to: NOON } } as const;
    const silence = { type: 'silence', text: 'Nothing came for a day.' } as const;
    for (const [n, occasion] of [base, silence].entries())
      expect(await putAlert(writer, anAlert(n, { occasion }))).toMatchObject({ alerts: 1 });
    const items = [aFinding(1, { entities: [globex] })];
    expect(await putAlert(writer, anAlert(9, { items }))).toMatchObject({ alerts: 0 });
  });
});
