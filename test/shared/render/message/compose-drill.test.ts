import { expect, it } from 'vitest';
import { lanesOf } from '../../../../shared/domain/channels/channel.ts';
import { FORMS } from '../../../../shared/render/chat/forms.ts';
import { smsParts } from '../../../../shared/render/message/alerts-sms.ts';
import { composeDrillWithLinks } from '../../../../shared/render/message/compose-drill.ts';
import { aChannel, NOON } from '../../../ports/examples.ts';

const ID = 'aB3dE6gH9j';
const sns = (['email', 'sms', 'https'] as const).map((by) => ({ channel: 'press-team', by, holds: [] }));
const compose = (base: string) => composeDrillWithLinks({ base, keys: ['a-key'] }, FORMS);

it('labels every text as a test in its first words, and gives each way a link of its own', () => {
  const [message] = compose('https://p.example')({ id: ID }, { lane: aChannel(), targets: sns, now: NOON });
  const { subject, email, sms = '', json } = message!.texts;
  expect(subject).toBe('Bellwether: TEST: this is a drill, and no news');
  expect(email.startsWith('TEST: this is a drill')).toBe(true);
  expect(sms.startsWith('TEST by Bellwether, no news.')).toBe(true);
  expect(JSON.parse(json)).toMatchObject({ count: 0, alerts: [], stories: [], drill: { id: ID } });
  const links = [email, sms, json].map((text) => /\/d\/\w{26}\/press-team~(\w+)/.exec(text)?.[1]);
  expect(links).toEqual(['email', 'sms', 'https']);
  expect(smsParts(sms)).toBe(1);
});

it('keeps an SMS to one part, and goes without links while their key cannot be read', () => {
  const long = `https://${'a'.repeat(120)}.example`;
  const [message] = compose(long)({ id: ID }, { lane: aChannel(), targets: sns, now: NOON });
  expect(message!.texts.sms).toBe('TEST by Bellwether, no news. Tell your team that you got it.');
  const [plain] = composeDrillWithLinks(undefined)({ id: ID }, { lane: aChannel(), targets: sns, now: NOON });
  expect(plain!.texts.email).not.toContain('http');
});

it('has the form of each transport', () => {
  const transports = {
    slack: { webhookSecret: 'S' },
    teams: { webhookSecret: 'T' },
    pagerduty: { keySecret: 'P' },
  };
  const lanes = lanesOf(aChannel({ email: [], transports }));
  const bodies = lanes.map((lane) => {
    const [, by] = lane.name.split('~');
    const targets = [{ channel: 'press-team', by: by as 'slack', holds: [] }];
    return compose('https://p.example')({ id: ID }, { lane, targets, now: NOON }).map(
      ({ texts }) => texts.body,
    );
  });
  expect(bodies.map((some) => some.length)).toEqual([2, 1, 1]);
  for (const [body] of bodies) expect(body).toContain('TEST: this is a drill');
});
