import { expect, it } from 'vitest';
import { alertFields, storedAlertSchema } from '../../../../shared/store/alerts/alerts.ts';
import { alertItemOf } from '../../../../shared/domain/alerts/alert.ts';
import { aFinding, anAlert, NOON } from '../../../ports/examples.ts';
import { longText } from '../../../ports/long-texts.ts';

const state = { state: 'pending', dueAt: NOON } as const;
const shown = [{ title: 'Acme opens its plant in Lyon', link: 'https://other.example/1' }];
const story = { id: 's-1', articles: 5, outlets: 5, countries: 1, silent: { count: 4, shown } };

it('an alert with a long text comes back as it was, and takes a part of the bytes', () => {
  const snippet = longText('Lyon');
  const alert = anAlert(1, { items: [alertItemOf(aFinding(1, { snippet }))], story });
  const stored = alertFields(alert) as { about: Uint8Array };
  expect(stored.about.length).toBeLessThan(snippet.length);
  expect(storedAlertSchema.parse({ alert: stored, state })).toEqual({ alert, state });
});

it('the items and the story of a short one stay as they are', () => {
  const alert = anAlert(1, { story: { ...story, silent: { count: 4, shown: [] } } });
  expect(alertFields(alert)).toMatchObject({ about: { items: [], story: alert.story } });
  expect(storedAlertSchema.parse({ alert: alertFields(alert), state })).toEqual({ alert, state });
});

it('an alert without what it is about is no alert', () => {
  expect(() => storedAlertSchema.parse({ alert: anAlert(1), state })).toThrow('about');
});
