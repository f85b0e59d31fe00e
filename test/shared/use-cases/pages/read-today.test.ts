import { expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import { receiptIdOf } from '../../../../shared/domain/pages/signed-link.ts';
import { anAlert, aStoryAlert, NOON } from '../../../ports/examples.ts';
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

it('lists the most severe first, then what is new, then the newest: a critical one of a minute ago is first', async () => {
  const pages = await openPages();
  for (const [n, severity, age] of [
    [1, 'info', 1],
    [2, 'warning', 30],
    [3, 'warning', 2 * 1_440],
    [4, 'critical', 5 * 1_440],
  ] as const)
    await put(pages, n, { severity, createdAt: NOON + HOUR - age * MINUTE });
  await put(pages, 5, { severity: 'critical', createdAt: NOON + HOUR - MINUTE });
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
  const { readToday } = await import('../../../../shared/use-cases/pages/read-today.ts');
  const { OPERATOR } = await import('../../../../shared/domain/pages/viewer.ts');
  const desk = { root: '/i/x', timezone: 'UTC', now: back, until: back, viewer: OPERATOR };
  const { rows, fresh } = await readToday({ fields: {}, page: 1, desk }, pages.ports);
  expect([fresh, rows.filter((row) => row.isNew).length]).toEqual([1, 1]);
});
