import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import { smsParts } from '../../../../shared/render/message/alerts-sms.ts';
import { composeWithLinks } from '../../../../shared/render/message/compose-message.ts';
import { aChannel, aFinding, anAlert, NOON } from '../../../ports/examples.ts';
import { openPages } from './open-pages.ts';

/** A storm of alerts in one message, stored and sent. */
async function storm(count: number) {
  const open = await openPages();
  const { ports, links } = open;
  const channel = aChannel({ sms: ['+33600000000'] });
  const alerts = Array.from(
    { length: count },
    (_, n): Alert =>
      anAlert(n, {
        id: `storm-${String(n).padStart(14, '0')}`,
        items: [aFinding(n, { title: `Headline ${n}.` })],
      }),
  );
  const message = composeWithLinks(links)(alerts, { channel, now: NOON, because: 'storm' });
  await ports.messages.put(message);
  for (const alert of alerts) {
    await ports.alerts.put(alert, { dueAt: NOON });
    await ports.alerts.settle(alert, { state: 'notified', messageId: message.id });
  }
  return { ...open, alerts, message, texts: message.texts };
}

const linkIn = (text: string) => /https:\/\/\S+\/m\/\w+/.exec(text)?.[0] ?? '';

describe('a message that counts what it does not list', () => {
  it('links to a page with all of them, in its e-mail and its SMS', async () => {
    const { texts, ask, alerts } = await storm(260);
    expect(texts.email).toMatch(
      /and 220 more, stored but not listed here\. See all of them: https:\S+\/m\/\w{36}\n/,
    );
    expect(linkIn(texts.sms ?? '')).toBe(linkIn(texts.email));
    expect(smsParts(texts.sms ?? '')).toBeLessThanOrEqual(3);
    const path = new URL(linkIn(texts.email)).pathname;
    const seen = new Set<string>();
    for (const page of ['1', '2', '3']) {
      const { status, body } = await ask(path, { query: { page } });
      expect([status, body.includes(`Page ${page} of 3`)]).toEqual([200, true]);
      for (const [, title = ''] of body.matchAll(/(Headline \d+)\./g)) seen.add(title);
    }
    expect(seen.size).toBe(alerts.length);
    const { all } = JSON.parse(texts.json);
    const part = JSON.parse((await ask(new URL(all.json).pathname, { query: { page: '3' } })).body);
    expect([part.alerts.length, part.next]).toEqual([60, null]);
  });
});
