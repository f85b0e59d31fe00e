import { describe, expect, it } from 'vitest';
import { incidentAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import { receiptLink } from '../../../../shared/domain/pages/signed-link.ts';
import { composeWithLinks } from '../../../../shared/render/message/compose-message.ts';
import { smsParts } from '../../../../shared/render/message/alerts-sms.ts';
import { aChannel, NOON } from '../../../ports/examples.ts';
import { alertAbout, compose } from './message-examples.ts';

describe('a message', () => {
  it('has the same id for the same alerts in any order, and another for other alerts or channels', () => {
    const [a, b, c] = [alertAbout(1), alertAbout(2), alertAbout(3)];
    expect(compose([a, b]).id).toBe(compose([b, a]).id);
    const ids = [compose([a, b]), compose([a]), compose([a, c]), compose([a, b], { name: 'operators' })];
    expect(new Set(ids.map(({ id }) => id)).size).toBe(4);
  });

  it('has an SMS for the stories that reach the severity of the SMS, and none for others', () => {
    const sms = ['+33600000000'];
    const [info, warning] = [
      alertAbout(1, {}, { severity: 'info' }),
      alertAbout(2, {}, { severity: 'warning' }),
    ];
    const smsOf = (alerts: Parameters<typeof compose>[0], severity: 'info' | 'warning' | 'critical') =>
      compose(alerts, { sms, protocolSeverity: { sms: severity } });
    expect(smsOf([warning, info], 'critical')).not.toHaveProperty('sms');
    expect(smsOf([warning, info], 'critical').texts.sms).toBeUndefined();
    expect(smsOf([warning, info], 'warning').texts.sms).toBe(smsOf([warning], 'warning').texts.sms);
    expect(smsOf([warning, info], 'warning').listed).toEqual({ sms: 1 });
    expect(smsOf([warning, info], 'info').texts).toEqual(compose([warning, info], { sms }).texts);
    expect(smsOf([warning, info], 'warning').texts.email).toBe(compose([warning, info], { sms }).texts.email);
  });

  it('has watch, kind and brand as attributes if all alerts agree', () => {
    expect(compose([alertAbout(1, {}, { brand: 'acme' })]).attributes).toEqual({
      watch: 'acme-news',
      kind: 'search',
      brand: 'acme',
    });
    expect(compose([alertAbout(1)]).attributes).toEqual({ watch: 'acme-news', kind: 'search' });
    expect(compose([alertAbout(1), alertAbout(2, {}, { id: 'globex-news' })]).attributes).toEqual({
      kind: 'search',
    });
    const incident = { subject: 's', kind: 'key', since: NOON, text: 't' } as const;
    const alert = incidentAlertOf(incident, { channel: 'operators', resolved: false, now: NOON });
    expect(compose([alert], { name: 'operators' }).attributes).toEqual({});
  });
});

describe('the bill of an SMS', () => {
  const sms = ['+33600000000', '+33600000001'];

  it('counts the parts for each number', () => {
    expect(compose([alertAbout(1)], { sms }).sms).toEqual({ parts: 1, numbers: 2 });
    expect(compose([alertAbout(1)], { sms: [] })).not.toHaveProperty('sms');
  });

  it('has a cost if the channel knows the price of a part', () => {
    const many = Array.from({ length: 30 }, (_, n) => alertAbout(n));
    expect(compose(many, { sms, smsPrice: 0.07 }).sms).toMatchObject({
      parts: 3,
      cost: expect.closeTo(0.42),
    });
  });
});

describe('a message with links', () => {
  const links = { base: 'https://abcdefghij.execute-api.eu-west-1.example.com', keys: ['key'] };
  const textsOf = (alerts: ReturnType<typeof alertAbout>[], given: typeof links | undefined = links) =>
    composeWithLinks(given)(alerts, { channel: aChannel({ sms: ['+33600000000'] }), now: NOON }).texts;

  it('links each alert to its own receipt, in the e-mail and in the JSON', () => {
    const alerts = [1, 2].map((n) => alertAbout(n));
    const { email, json } = textsOf(alerts);
    for (const alert of alerts) expect(email).toContain(`\nWhy you got this: ${receiptLink(alert, links)}`);
    expect(JSON.parse(json).alerts.map(({ receipt }: { receipt: string }) => receipt)).toEqual(
      alerts.map((alert) => receiptLink(alert, links)),
    );
  });

  it('has in the SMS the link to the receipt if it fits one part, else the link to the article, else none', () => {
    const short = alertAbout(1, { title: 'Acme opens a plant' });
    expect(textsOf([short]).sms).toBe(`Acme opens a plant ${receiptLink(short, links)}`);
    const longer = alertAbout(1, { title: `Acme opens ${'a plant and '.repeat(6)}a shop` });
    expect(textsOf([longer]).sms).toMatch(/ https:\/\/news\.example\/1$/);
    const long = alertAbout(1, { title: `Acme opens ${'a plant, é '.repeat(12)}a shop` });
    expect(textsOf([long]).sms).not.toContain('https://');
    for (const alert of [short, longer]) expect(smsParts(textsOf([alert]).sms!)).toBe(1);
  });
});
