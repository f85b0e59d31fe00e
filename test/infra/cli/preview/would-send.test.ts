import { expect, it } from 'vitest';
import { wouldNotify } from '../../../../infra/cli/preview/would-send.ts';
import { DAY } from '../../../../shared/domain/time/instant.ts';
import { aChannel, aFinding, aWatch, NOON } from '../../../ports/examples.ts';

it('counts of a channel for some companies only what names one of them', async () => {
  const about = (n: number, name: string) => aFinding(n, { entities: [{ name }] });
  const findings = [about(1, 'Acme Corp'), about(2, 'Globex'), aFinding(3)];
  const window = { from: NOON - DAY, to: NOON };
  const tried = { window, findings, hits: 3, frames: [], calls: 1 };
  const notified = async (channel: object) =>
    (await wouldNotify(aWatch(), { tried, channels: [aChannel(channel)] })).alerts;
  expect(await notified({})).toBe(3);
  expect(await notified({ companies: ['acme corp'] })).toBe(1);
});
