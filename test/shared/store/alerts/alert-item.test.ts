import { describe, expect, it } from 'vitest';
import { alertFields, storedAlertSchema } from '../../../../shared/store/alerts/alert-item.ts';
import { alertSchema } from '../../../../shared/contracts/stored/stored.ts';
import { alertItemOf } from '../../../../shared/domain/alerts/alert.ts';
import { composeMessage } from '../../../../shared/render/message/compose-message.ts';
import { aChannel, aFinding, anAlert, NOON } from '../../../ports/examples.ts';
import { longText } from '../../../ports/long-texts.ts';

const state = { state: 'pending', dueAt: NOON } as const;
const snippet = longText('Lyon');
const shown = [
  { title: 'Acme opens its plant in Lyon', link: 'https://other.example/1', domain: 'other.example' },
];
const alert = anAlert(1, {
  occasion: { type: 'story' },
  items: [alertItemOf(aFinding(1, { snippet }))],
  story: { id: 's-1', articles: 5, outlets: 5, countries: 1, silent: { count: 4, shown } },
});

describe('an alert with a long text', () => {
  it('comes back as it was', () => {
    const stored = alertFields(alert);
    expect(JSON.stringify(stored)).not.toContain(snippet.slice(200, 300));
    expect(storedAlertSchema.parse({ alert: stored, state })).toEqual({ alert, state });
  });

  it('of a version before is read whole', () => {
    expect(storedAlertSchema.parse({ alert, state })).toEqual({ alert, state });
  });

  it('is sent by a version before with its title, its link, the beginning of its text and the number of other findings', () => {
    const read = alertSchema.parse(alertFields(alert));
    expect(read).toMatchObject({
      ...alert,
      items: [{ title: alert.items[0]?.title }],
      story: { silent: { count: 4, shown: [] } },
    });
    const to = { channel: aChannel(), now: NOON, because: 'group' } as const;
    const [before, now] = [read, alert].map((one) => composeMessage([one], to));
    expect(before?.id).toBe(now?.id);
    expect(before?.texts.subject).toBe(now?.texts.subject);
    expect(before?.texts.email).toContain(alert.items[0]?.link);
    expect(before?.texts.email).toContain(snippet.slice(0, 100));
  });
});

it('an alert without long texts is stored as it is', () => {
  const short = anAlert(1, { items: [alertItemOf(aFinding(1))] });
  expect(alertFields(short)).toEqual(short);
});
