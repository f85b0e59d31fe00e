import { describe, expect, it } from 'vitest';
import { baselineAlertOf, incidentAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import { DAY } from '../../../../shared/domain/time/instant.ts';
import { aStoryAlert, aWatch, NOON } from '../../../ports/examples.ts';
import { alertAbout, compose, viewOf } from './message-examples.ts';

const subjectOf = (...given: Parameters<typeof compose>) => compose(...given).texts.subject;

describe('the subject of a message', () => {
  it('begins with the brand if all alerts are about one, and never with a watch', () => {
    const of = { brand: 'acme' };
    expect(subjectOf([alertAbout(1, { title: 'Acme recalls 4,000 pumps' }, of)])).toBe(
      'acme: Acme recalls 4,000 pumps',
    );
    expect(subjectOf([alertAbout(1, {}, of), alertAbout(2, {}, of)])).toBe(
      'acme: Acme opens plant number 1 and 1 more',
    );
    expect(subjectOf([alertAbout(1)])).toBe('Acme opens plant number 1');
  });

  it('begins with the name of the brand, unless the headline says it', () => {
    const of = { brand: 'acme', brandName: 'Acme Corp' };
    expect(subjectOf([alertAbout(1, { title: 'Plant burns in Lyon' }, of)])).toBe(
      'Acme Corp: Plant burns in Lyon',
    );
    expect(subjectOf([alertAbout(1, { title: 'ACME CORP plant burns' }, of), alertAbout(2, {}, of)])).toBe(
      'ACME CORP plant burns and 1 more',
    );
  });

  it('begins with the channel if several alerts have no brand in common', () => {
    const alerts = [alertAbout(1), alertAbout(2, {}, { id: 'globex-news' })];
    expect(subjectOf(alerts)).toBe('press-team: Acme opens plant number 1 and 1 more');
    expect(subjectOf(alerts, {}, 'brief')).toBe('press-team brief: Acme opens plant number 1 and 1 more');
  });

  it('says so if an alert is critical', () => {
    const alerts = [alertAbout(1), alertAbout(2, {}, { id: 'globex-news', severity: 'critical' })];
    expect(subjectOf(alerts, {}, 'brief')).toBe(
      'CRITICAL: press-team brief: Acme opens plant number 1 and 1 more, 1 critical',
    );
  });

  it('begins with Bellwether if the message is about Bellwether itself', () => {
    const window = { from: NOON - DAY, to: NOON };
    const baseline = baselineAlertOf(aWatch(), { found: 3, window, now: NOON });
    const incident = { subject: 's', kind: 'key', since: NOON, text: 't' } as const;
    const incidentAlert = (resolved: boolean) =>
      incidentAlertOf(incident, { channel: 'operators', resolved, now: NOON });
    expect(subjectOf([baseline])).toBe('Bellwether: acme-news has started');
    expect(subjectOf([incidentAlert(false)])).toBe('Bellwether: A service rejects its API key');
    expect(subjectOf([incidentAlert(true)])).toBe('Bellwether: Resolved: A service rejects its API key');
  });
});

it('what is new in a story is an entry of its own, which every development of one message has', () => {
  const development = (n: number, fresh: string) => {
    const alert = aStoryAlert(n, { title: `Acme ${fresh}` });
    return { ...alert, story: aStoryAlert(1).story!, development: { fresh: [fresh], confirmedBy: [] } };
  };
  const alerts = [aStoryAlert(1), development(2, 'resigns'), development(3, 'recalls')];
  const { stories } = viewOf(alerts, { because: 'brief' });
  expect(stories.map(({ alertIds }) => alertIds)).toEqual(alerts.map(({ id }) => [id]));
  expect(stories.map(({ notes }) => notes.find((note) => note.startsWith('New in this story')))).toEqual([
    undefined,
    'New in this story: resigns.',
    'New in this story: recalls.',
  ]);
});
