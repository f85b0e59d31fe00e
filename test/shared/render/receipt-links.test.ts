import { expect, it } from 'vitest';
import { alertOf } from '../../../shared/domain/alerts/alert.ts';
import { receiptLink } from '../../../shared/domain/pages/page-links.ts';
import { composeWithLinks } from '../../../shared/render/message/compose-message.ts';
import { smsParts } from '../../../shared/render/message/sms-parts.ts';
import { aChannel, aFinding, aWatch, NOON } from '../../ports/examples.ts';

const links = { base: 'https://abcdefghij.execute-api.eu-west-1.example.com', keys: ['key'] };
const notified = (n: number, title: string) =>
  alertOf(aWatch(), { finding: aFinding(n, { title }), now: NOON });
const textsOf = (alerts: ReturnType<typeof notified>[], given: typeof links | undefined = links) =>
  composeWithLinks(given)(alerts, { channel: aChannel({ sms: ['+33600000000'] }), now: NOON }).texts;

it('each alert of a message leads to its own receipt, in the e-mail and in the JSON', () => {
  const alerts = [notified(1, 'Acme opens a plant'), notified(2, 'Acme closes a plant')];
  const { email, json } = textsOf(alerts);
  for (const alert of alerts) expect(email).toContain(`\nWhy you got this: ${receiptLink(alert, links)}`);
  expect(JSON.parse(json).alerts.map(({ receipt }: { receipt: string }) => receipt)).toEqual(
    alerts.map((alert) => receiptLink(alert, links)),
  );
});

it('an SMS of one alert carries the receipt where it fits the part, else the article, else none', () => {
  const short = notified(1, 'Acme opens a plant');
  expect(textsOf([short]).sms).toBe(`acme-news: Acme opens a plant ${receiptLink(short, links)}`);
  const longer = notified(1, `Acme opens ${'a plant and '.repeat(5)}a shop`);
  expect(textsOf([longer]).sms).toMatch(/ https:\/\/news\.example\/1$/);
  const long = notified(1, `Acme opens ${'a plant, é '.repeat(12)}a shop`);
  expect(textsOf([long]).sms).not.toContain('https://');
  for (const alert of [short, longer]) expect(smsParts(textsOf([alert]).sms!)).toBe(1);
});

it('goes out without links where there are none to be had', () => {
  const { email, json, sms } = composeWithLinks(undefined)([notified(1, 'Acme opens a plant')], {
    channel: aChannel({ sms: ['+33600000000'] }),
    now: NOON,
  }).texts;
  expect(email).not.toContain('Why you got this');
  expect(JSON.parse(json).alerts[0]).not.toHaveProperty('receipt');
  expect(sms).toMatch(/https:\/\/news\.example\/1$/);
});
