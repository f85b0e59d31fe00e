import { expect, it } from 'vitest';
import { briefAnnouncer } from '../../../../infra/local/greeting/announce-briefs.ts';
import { aChannel, NOON } from '../../../ports/examples.ts';

it('says what waits for a brief once it has settled, and again when it has changed', async () => {
  const said: string[] = [];
  let stories = 0;
  const look = briefAnnouncer({
    channels: [aChannel({ name: 'news', digest: 'cron(0 17 * * ? *)' }), aChannel({ name: 'plain' })],
    read: async ({ name: channel }) => ({ channel, stories, dueAt: NOON, timezone: 'UTC', entries: [] }),
    linkOf: (channel) => `http://pages/briefs/${channel}`,
    say: (text) => said.push(text),
    time: () => '17:00',
  });
  for (const now of [0, 0, 5, 14, 14, 14, 1, 1, 0, 0]) {
    stories = now;
    await look();
  }
  expect(said).toEqual([
    'Next brief of news at 17:00: 14 stories so far. http://pages/briefs/news',
    'Next brief of news at 17:00: 1 story so far. http://pages/briefs/news',
  ]);
});
