import { storeFindings } from '../../../store/store-findings.ts';
import { aStoryRecord, storeStories } from '../../../store/store-stories.ts';
import { describe, expect, it } from 'vitest';
import { policyAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import { receiptLink } from '../../../../shared/domain/pages/signed-link.ts';
import { HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { storyArticleOf } from '../../../../shared/domain/stories/story.ts';
import type { Verdict } from '../../../../shared/domain/findings/finding.ts';
import { composeWithLinks } from '../../../../shared/render/message/compose-message.ts';
import { aChannel, aFinding, anAlert, aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { openPages } from './open-pages.ts';

const PERIOD = { from: NOON - 6 * HOUR, to: NOON - HOUR };

/** A spike of so many findings, of which the alert shows 5; one more is excluded, and one is older. */
async function spike(count: number) {
  const open = await openPages();
  const { ports, links } = open;
  const numbered = (n: number, changes = {}, verdict: Verdict = { silent: 'counted' }) =>
    aStoredFinding(n, {
      finding: aFinding(n, { title: `Headline ${n}.`, indexedAt: NOON - 2 * HOUR + n, ...changes }),
      foundAt: NOON - HOUR + (n % 7) * MINUTE,
      verdict,
    });
  const all = Array.from({ length: count }, (_, n) => numbered(1_000 + n));
  const others = [numbered(2, { indexedAt: NOON - 7 * HOUR }), numbered(3, {}, { silent: 'excluded' })];
  for (const one of [...all, ...others]) await storeFindings(ports, [one]);
  const watch = aWatch({ alert: { when: 'spike', channel: 'press-team' } });
  const detection = { text: `${count} articles within 6h.`, period: PERIOD, seen: { articles: count } };
  const findings = all.slice(0, 5).map(({ finding }) => finding);
  const alert = policyAlertOf(watch, { policy: 'spike', key: ['x'], detection, findings, now: NOON });
  await ports.alerts.put(alert, { dueAt: NOON });
  const { texts } = composeWithLinks(links)([alert], { channel: aChannel(), now: NOON });
  return { ...open, alert, texts, path: new URL(receiptLink(alert, links)).pathname };
}

const titlesIn = (body: string) => Array.from(body.matchAll(/(Headline \d+)\./g), ([, title]) => title ?? '');
const nextIn = (body: string) =>
  /<a rel="next" href="([^"]+)">next/.exec(body)?.[1]?.replaceAll('&amp;', '&');

/** The titles on a page and on all that follow it. */
async function titlesFrom(first: string, ask: Awaited<ReturnType<typeof spike>>['ask']): Promise<string[][]> {
  const pages: string[][] = [];
  for (let at: string | undefined = first; at !== undefined; ) {
    const { status, body } = await ask(at);
    expect(status).toBe(200);
    pages.push(titlesIn(body.split('<ul')[1] ?? ''));
    at = nextIn(body);
  }
  return pages;
}

describe('the findings behind an alert that shows some of them', () => {
  it('are all on pages that its message and its receipt link to, each once', async () => {
    const { texts, path, ask } = await spike(250);
    expect(texts.email).toContain(
      `Listed here: 5 of 250 findings. All of them: https://pages.example.com${path}/findings\n`,
    );
    expect((await ask(path)).body).toContain(`<a href="${path}/findings">and 245 more</a>`);
    const pages = await titlesFrom(`${path}/findings`, ask);
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(new Set(pages.flat()).size).toBe(250);
  });

  it('are in the inbox as well', async () => {
    const { inbox, ask, alert, links } = await spike(30);
    const id = new URL(receiptLink(alert, links)).pathname.slice(3, 13);
    const receipt = await ask(`${inbox}/alerts/${id}`);
    expect(receipt.body).toContain(`<a href="${inbox}/alerts/${id}/findings">and 25 more</a>`);
    expect((await titlesFrom(`${inbox}/alerts/${id}/findings`, ask)).flat()).toHaveLength(30);
    for (const wrong of ['other', 'findings/xml', 'findings/json/more'])
      expect([wrong, (await ask(`${inbox}/alerts/${id}/${wrong}`)).status]).toEqual([wrong, 404]);
  });

  it('are those of the watch in its story, where it is about a story', async () => {
    const { ports, ask, links } = await openPages();
    const found = Array.from({ length: 9 }, (_, n) => aFinding(10 + n, { title: `Headline ${10 + n}.` }));
    await storeFindings(
      ports,
      found.map((finding) => aStoredFinding(1, { finding, foundAt: NOON })),
    );
    await storeStories(ports, [aStoryRecord('story-1', { articles: found.map(storyArticleOf) })]);
    const story = { id: 'story-1', articles: 9, outlets: 1, countries: 1 };
    const shown = [11, 12, 13, 14, 15].map((n) => ({ title: `Headline ${n}.` }));
    const alert = anAlert(7, {
      id: 'ZbCdEfGhIjKlMnOpQrSt',
      occasion: { type: 'story' },
      items: [aFinding(10)],
      story: { ...story, silent: { count: 8, shown } },
    });
    await ports.alerts.put(alert, { dueAt: NOON });
    const path = new URL(receiptLink(alert, links)).pathname;
    expect((await ask(path)).body).toContain(`<a href="${path}/findings">and 3 more</a>`);
    const { body } = await ask(`${path}/findings`);
    expect([body.includes('9 findings'), titlesIn(body.split('<ul')[1] ?? '').length]).toEqual([true, 9]);
  });
});
