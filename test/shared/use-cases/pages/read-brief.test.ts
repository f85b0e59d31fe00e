import { expect, it } from 'vitest';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { anAlert, NOON, aChannel, aWatch } from '../../../ports/examples.ts';
import { OPERATOR } from '../../../../shared/domain/pages/viewer.ts';
import { briefPage } from '../../../../shared/render/pages/alerts-page.ts';
import { putAlert } from '../../../../shared/use-cases/alerts/put-alerts.ts';
import { readBrief } from '../../../../shared/use-cases/pages/read-brief.ts';
import { workbench } from '../bench.ts';

const channel = aChannel({ timezone: 'UTC', now: 'warning', brief: 'cron(0 17 * * ? *)' });
const story = { id: 'a-story', articles: 2, outlets: 2, countries: 1 };

it('the page of a brief has what waits, by story, and nothing that was sent', async () => {
  const { ports, deliver } = await workbench({ watches: [aWatch()], channels: [channel] });
  for (const n of [1, 2])
    await putAlert(ports, anAlert(n, { severity: 'info', occasion: { type: 'story' }, story }));
  await putAlert(ports, anAlert(3, { severity: 'info' }));
  await putAlert(ports, anAlert(4, { severity: 'warning' }));
  await deliver();
  const view = await readBrief(channel, ports, NOON);
  expect(view).toMatchObject({ channel: 'press-team', stories: 2, dueAt: NOON + 5 * HOUR });
  expect(view.entries.map(({ alert }) => alert.id).toSorted()).toEqual([
    'alert-00001',
    'alert-00002',
    'alert-00003',
  ]);
  const desk = { root: '/i/x', timezone: 'UTC', now: NOON, until: NOON + HOUR, viewer: OPERATOR };
  const page = briefPage(view, desk).body;
  expect(page).toContain('2 stories so far');
  expect(page).toContain('/i/x/alerts/');
});
