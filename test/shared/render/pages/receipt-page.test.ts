import { describe, expect, it } from 'vitest';
import { type Alert, type AlertItem, type Occasion } from '../../../../shared/domain/alerts/alert.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { policyFacts, receiptPage } from '../../../../shared/render/pages/receipt-page.ts';
import { anAlert, aWatch, NOON } from '../../../ports/examples.ts';
import { exampleReceipt } from './example-receipt.ts';
import { watchRuleOf } from '../../../../shared/domain/watches/watch.ts';

const { receipt, item } = exampleReceipt(false);

function bodyWith(count: number): string {
  const items: AlertItem[] = Array.from({ length: count }, (_, n) => ({
    ...item(n),
    title: `Headline ${n}.`,
  }));
  return receiptPage({ ...receipt, alert: { ...receipt.alert, items } }).body;
}

it('the reason of an alert of many items is below the first five', () => {
  const body = bodyWith(45);
  const places = ['Headline 4.', '<details><summary>15 more of the 45 items', 'Headline 5.', 'Headline 19.'];
  const order = [...places, '</details>', 'and 25 more', 'Why you got this'].map((text) =>
    body.indexOf(text),
  );
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
  expect(body).not.toContain('Headline 20.');
  expect(body).toContain('Published. This is the first of 45 items.');
});

it('an item that is dated by the day has no hour, also none at which it was parsed where windows use its date', () => {
  const publishedAt = Date.parse('2026-11-20T00:00:00Z');
  const dated = { ...item(1), publishedAt, publishedPrecision: 'date' } as const;
  const pageOf = (watchKind: string) =>
    receiptPage({
      ...receipt,
      timezone: 'America/New_York',
      alert: { ...receipt.alert, watchKind, items: [dated] },
    }).body;
  for (const page of [pageOf('search'), pageOf('links')]) {
    expect(page).toContain('<time datetime="2026-11-20">2026-11-20</time><div>Published.');
    expect(page).not.toContain('2026-11-19 19:00');
  }
  expect(pageOf('search')).toContain('Parsed by the service.');
  expect(pageOf('links')).not.toContain('Parsed by the service.');
});

it('an item shows the summary, the translation and the topics of the service, escaped', () => {
  const layer = {
    marks: ['paywall'] as const,
    summary: 'In short <b>.',
    translation: { title: 'In English <b>' },
    themes: ['Business'],
    iabTags: ['<b>'],
    customTags: ['industry: Steel'],
    robotsCompliant: false,
    updatedAt: NOON,
    image: 'https://outlet.example/a.jpg',
    similar: [{ title: 'Like it <b>', link: 'https://other.example/1' }],
  };
  const body = receiptPage({
    ...receipt,
    alert: { ...receipt.alert, items: [{ ...item(1), ...layer }] },
  }).body;
  for (const text of [
    ', behind a paywall, <a href="https://outlet.example/a.jpg"',
    ', updated <time',
    'Tags: industry: Steel',
    'Robots rules of the publisher: not kept',
    'Like it &lt;b&gt;',
    'In short &lt;b&gt;.',
    'In English &lt;b&gt;',
    'Themes: Business',
    'IAB tags: &lt;b&gt;',
  ])
    expect(body).toContain(text);
});

it('an alert that was joined names the alert, the watch and the message of which the channel was notified', () => {
  const { delivered } = receipt;
  const joinedTo = { alertId: 'alert-9', watchId: 'globex-news', messageId: delivered!.message.id };
  const body = receiptPage({
    ...receipt,
    state: { state: 'dropped', reason: 'its story was sent', joinedTo },
  }).body;
  expect(body).toContain(
    `watch <bdi>globex-news</bdi> had notified the channel of its story, with alert <code>alert-9</code> in message <code>${joinedTo.messageId}</code>`,
  );
  expect(body).toContain('SNS accepted the message.');
  expect(body).not.toMatch(/Dropped and not sent|Added to message/);
});

/** The facts as `name: value` lines of plain text. */
function factsOf(alert: Alert, watch = aWatch()): string[] {
  const list = policyFacts({ rule: watchRuleOf(watch), ...alert }, 'Europe/Paris').toString();
  return [...list.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(
    ([, name, value = '']) => `${name}: ${value.replace(/<[^>]+>/g, '')}`,
  );
}

const factsFor = (occasion: Occasion) => factsOf(anAlert(1, { occasion }));

describe('the facts about the policy of an alert', () => {
  it('show what a policy detected, with times and numbers in a readable form', () => {
    const facts = factsFor({
      type: 'spike',
      text: '60 articles in 20 stories.',
      period: { from: NOON - HOUR, to: NOON },
      seen: { articles: 1_060, stories: 20 },
      figures: { limit: 12.345 },
    });
    expect(facts.slice(1)).toEqual([
      'Triggered by: spike',
      'Detected: 60 articles in 20 stories.',
      'Period: from 2026-11-20 12:00 CET, to 2026-11-20 13:00 CET',
      'Seen: articles 1,060, stories 20',
      'Figures: limit 12.35',
    ]);
  });

  it('show each changed fact', () => {
    const changes = [
      { name: 'amount', from: '50', to: '80' },
      { name: 'location', to: 'Paris' },
    ];
    expect(factsFor({ type: 'change', text: 'Changed: amount.', changes })).toContain(
      'Changes: name amount, from 50, to 80; name location, to Paris',
    );
  });
});

it('an alert that a model judged shows question, answer, model and tokens, as text of the news is shown', () => {
  const judged = {
    relevant: false,
    reason: 'It is <b>sport</b>.',
    summary: 'It is short.',
    model: 'small',
    version: 'v1',
    tokens: 700,
  };
  const judge = { relevant: 'Articles about Acme', model: 'small', tokensPerMonth: 1e6 };
  const { body } = receiptPage({
    ...receipt,
    alert: { ...receipt.alert, judged, rule: { when: 'story', judge } },
  });
  for (const text of ['Articles about Acme', '&lt;b&gt;sport', '(written by the model)', ', 700 tokens'])
    expect(body).toContain(text);
  expect(body).not.toContain('in shadow');
  expect(receiptPage(receipt).body).not.toContain('What a model said');
  const [first] = receipt.findings;
  const shadow = [{ ...first!, judged: { ...judged, shadow: true as const } }];
  expect(receiptPage({ ...receipt, findings: shadow }).body).toContain('this had no effect');
});
