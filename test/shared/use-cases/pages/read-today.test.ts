import { expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../shared/domain/time/instant.ts';
import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import { receiptIdOf } from '../../../../shared/domain/pages/signed-link.ts';
import { OPERATOR } from '../../../../shared/domain/pages/viewer.ts';
import { readToday } from '../../../../shared/use-cases/pages/read-today.ts';
import { rememberPastDays } from '../../../../shared/use-cases/pages/remember-timeline.ts';
import { countInStates } from '../../../store/store-findings.ts';
import { anAlert, aStoredFinding, aStoryAlert, aWatch, NOON } from '../../../ports/examples.ts';
import { formIn, openPages } from './open-pages.ts';

type Pages = Awaited<ReturnType<typeof openPages>>;

const story = (id: string) => ({ id, articles: 3, outlets: 3, countries: 1, sentiment: -0.5 });

/** Puts an alert on a story of its own, that is made so long after noon. */
async function put(pages: Pages, n: number, changes: Partial<Alert>): Promise<Alert> {
  const title = `Headline ${n}`;
  const alert = aStoryAlert(
    n,
    { title, language: 'fr' },
    { story: story(`s${n}`), createdAt: NOON, ...changes },
  );
  await pages.ports.alerts.put(alert, { dueAt: NOON });
  return alert;
}

const titlesIn = (body: string) =>
  [...body.matchAll(/class="title"[^>]*><bdi>([^<]*)/g)].map(([, title]) =>
    title?.replace('&lt;pumps&gt;', 'pumps'),
  );

const titles = async (pages: Pages, query = {}) => titlesIn(await pages.get(pages.inbox, query));

/** Posts the form of a row, as the list of the page has it, and returns the list to which it leads. */
async function act(pages: Pages, alert: Alert, form: string, query: Record<string, string> = {}) {
  const body = await pages.get(pages.inbox, query);
  const id = receiptIdOf(alert);
  const row = body.slice(body.indexOf(`id="t-${id}"`)).split('</li>')[0] ?? '';
  const list = /name="list" value="([^"]*)"/.exec(row)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const button = new RegExp(`value="(${form} [^"]*)"`).exec(row)?.[1] ?? '';
  const note = formIn(row, 'action', 'note');
  const fields = `${form === 'action note' ? `${note}&text=Ask+legal` : `do=${button}`}&list=${encodeURIComponent(list)}&next=${id}`;
  const answer = await pages.post(`${pages.inbox}/alerts/${id}/actions`, fields);
  return { answer, list: await pages.get((answer.headers['location'] ?? '/').replace(/#.*/, '')) };
}

const today = ({ ports }: Pages, now: number) => {
  const desk = { root: '/i/x', timezone: 'UTC', now, until: now, viewer: OPERATOR };
  return readToday({ fields: {}, page: 1, desk }, ports);
};

it('lists the most severe first, then what is new, then the newest: a critical one is first within a second', async () => {
  const pages = await openPages();
  for (const [n, severity, age] of [
    [1, 'info', 1],
    [2, 'warning', 30],
    [3, 'warning', 2 * 1_440],
    [4, 'critical', 5 * 1_440],
  ] as const)
    await put(pages, n, { severity, createdAt: NOON + HOUR - age * MINUTE });
  const timeline = rememberPastDays(pages.ports.timeline, pages.clock);
  const remembering = { ...pages, ports: { ...pages.ports, timeline } };
  expect((await today(remembering, NOON + HOUR)).rows[0]?.newest.alert.items[0]?.title).toBe('Headline 4');
  await put(pages, 5, { severity: 'critical', createdAt: NOON + HOUR });
  const [first] = (await today(remembering, NOON + HOUR + SECOND)).rows;
  expect(first?.newest.alert.items[0]?.title).toBe('Headline 5');
  expect(await titles(pages)).toEqual([
    'Headline 5',
    'Headline 4',
    'Headline 2',
    'Acme recalls pumps',
    'Headline 3',
    'Headline 1',
  ]);
});

it('takes no baseline, incident, report or muted alert for news', async () => {
  const pages = await openPages();
  const window = { from: NOON - DAY, to: NOON };
  const own: Partial<Alert>[] = [
    { occasion: { type: 'baseline', found: 300, window } },
    { occasion: { type: 'incident', incident: 'key', resolved: false, text: 'x' } },
    { channel: 'operators' },
  ];
  for (const [n, changes] of own.entries())
    await pages.ports.alerts.put(anAlert(n + 10, { createdAt: NOON, ...changes }), { dueAt: NOON });
  const muted = await put(pages, 1, {});
  await pages.ports.alerts.settle(muted, { state: 'silenced', silenceId: 's', reason: 'fair' });
  expect(await titles(pages)).toEqual(['Acme recalls pumps']);
});

it('acts in place and leads back to the same list at the next row, with an undo for each', async () => {
  const pages = await openPages();
  const alert = await put(pages, 1, { severity: 'warning' });
  const query = { severity: 'warning', language: 'fr' };
  for (const kind of ['acknowledge', 'not-relevant', 'mute-story']) {
    const { answer, list } = await act(pages, alert, `action ${kind}`, query);
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toMatch(/\?severity=warning&language=fr&done=.*#t-/);
    expect(titlesIn(list)).toEqual([]);
    expect(list).toMatch(/role="status">(Acknowledged|Not relevant|Story muted): /);
    expect(await titles(pages, { ...query, state: 'handled' })).toEqual(['Headline 1']);
    const undone = await act(pages, alert, `undo ${kind}`, { ...query, state: 'handled' });
    expect(undone.list).toContain('Undone: ');
    expect(await titles(pages, query)).toEqual(['Headline 1']);
  }
  // What was muted is sent again, and another alert on the story opens it again.
  expect((await pages.silences()).filter(({ startsAt, endsAt }) => startsAt < endsAt)).toEqual([]);
  await act(pages, alert, 'action acknowledge');
  await put(pages, 2, { story: story('s1'), severity: 'warning', createdAt: NOON + HOUR + MINUTE });
  pages.clock.at = NOON + HOUR + 2 * MINUTE;
  expect(await titles(pages, query)).toEqual(['Headline 2']);
});

it('says who has a story and what was noted, and lists what is mine', async () => {
  const pages = await openPages();
  const alert = await put(pages, 1, {});
  await act(pages, alert, 'action assign');
  const { list } = await act(pages, alert, 'action note');
  expect(list).toContain('an operator: <bdi>Ask legal</bdi>');
  expect(list).toContain('Assigned to you');
  expect(await titles(pages, { state: 'mine' })).toEqual(['Headline 1']);
  await act(pages, alert, 'undo assign');
  expect(await titles(pages, { state: 'mine' })).toEqual([]);
  const [note] = (await pages.ports.readerActions.of('acme-news', alert.id)).filter(
    ({ kind }) => kind === 'note',
  );
  expect(note).toMatchObject({ text: 'Ask legal', by: { id: 'operators' } });
});

it('marks what came since the last visit: who comes back after half an hour begins a new one', async () => {
  const pages = await openPages();
  await put(pages, 1, { createdAt: NOON });
  const isNew = (body: string) => body.split('>new</span>').length - 1;
  expect(isNew(await pages.get(pages.inbox))).toBe(2);
  pages.clock.at += 10 * MINUTE;
  expect(isNew(await pages.get(pages.inbox))).toBe(2);
  const back = pages.clock.at + 31 * MINUTE;
  await put(pages, 2, { createdAt: back - MINUTE });
  expect(await pages.ports.visits.get('operators')).toEqual({ at: NOON + HOUR + 10 * MINUTE });
  const { rows, fresh } = await today(pages, back);
  expect([fresh, rows.filter((row) => row.isNew).length]).toEqual([1, 1]);
});

/** Watches of two brands. */
async function opened() {
  const pages = await openPages();
  const { ports } = pages;
  await ports.definitions.putWatch(aWatch({ brand: 'acme' }));
  await ports.definitions.putWatch(aWatch({ id: 'acme-more', brand: 'acme' }));
  await ports.definitions.putWatch(aWatch({ id: 'globex-news', brand: 'globex' }));
  return pages;
}

it('counts what came for each brand today and on the days before, and says what is usual', async () => {
  const pages = await opened();
  const { ports } = pages;
  // 3 and 2 today, and n on the day n days before.
  let n = 100;
  const put = async (watchId: string, foundAt: number, count: number) => {
    const found = Array.from({ length: count }, () => aStoredFinding((n += 1), { watchId, foundAt }));
    await countInStates(ports, found);
  };
  await put('acme-news', NOON, 3);
  for (let day = 9; day >= 1; day -= 1) await put('acme-more', NOON - day * DAY, day);
  await put('acme-more', NOON, 2);
  const { brands } = await today(pages, NOON + HOUR);
  // What has no brand comes last, however much it is.
  await ports.definitions.putWatch(aWatch({ id: 'globex-news', brand: 'globex', brandName: 'Globex AG' }));
  const { brand: _none, ...unbranded } = aWatch({ id: 'any' });
  await ports.definitions.putWatch(unbranded);
  await put('any', NOON, 9);
  const named = (await today(pages, NOON + HOUR)).brands.map(({ brand, name }) => [brand, name]);
  expect(named).toEqual([
    ['acme', undefined],
    ['globex', 'Globex AG'],
    [undefined, undefined],
  ]);
  expect(brands.map(({ brand, days, usual }) => ({ brand, days, usual }))).toEqual([
    { brand: 'acme', days: [7, 6, 5, 4, 3, 2, 1, 5], usual: 4 },
    { brand: 'globex', days: [0, 0, 0, 0, 0, 0, 0, 0], usual: undefined },
  ]);
});

it('says what was sent, what waits and why and what is broken', async () => {
  const pages = await opened();
  const { ports } = pages;
  for (const [n, heldFor] of (['quiet-hours', 'brief', 'brief'] as const).entries())
    await ports.alerts.put(anAlert(n + 10), { dueAt: NOON + DAY, heldFor });
  await ports.alerts.put(anAlert(20, { createdAt: NOON - DAY }), { dueAt: NOON });
  // On a second transport of the channel.
  await ports.alerts.put(anAlert(11, { channel: 'press-team~slack', createdAt: NOON - DAY }), {
    dueAt: NOON + DAY,
    heldFor: 'brief',
  });
  await ports.incidents.raise({ subject: 'x', kind: 'key', since: NOON, text: 'Our key is refused.' });
  const view = await today(pages, NOON + HOUR);
  expect(view.alerts).toEqual({ sent: 1, waiting: 3, muted: 0, dropped: 0 });
  expect(new Set(view.waiting)).toEqual(
    new Set([
      { channel: 'press-team', reason: 'due', count: 1 },
      { channel: 'press-team', reason: 'quiet-hours', count: 1 },
      { channel: 'press-team', reason: 'brief', count: 2 },
    ]),
  );
  expect(view.watches.all).toBe(3);
  const { body } = await pages.ask(pages.inbox);
  expect(body).toContain('Our key is refused.');
  expect(body).toContain(`href="${pages.inbox}/watches"`);
});
