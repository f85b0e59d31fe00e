import { expect, it } from 'vitest';
import { memoryStack, openWorld } from '../open-world.ts';

it('prints the address of a feed, lists those that are shared, and revokes one', async () => {
  const { call } = openWorld({ stack: memoryStack().stack });
  await call('apply');
  expect((await call('share')).out).toBe('No feed is shared.\n');
  const { out } = await call('share', 'watch', 'acme-news', '--articles');
  expect(out).toMatch(/^https?:\S+\/f\/\w{26}\n$/);
  const { feeds } = JSON.parse((await call('share', '--json')).out);
  expect(feeds).toMatchObject([{ of: 'watch', name: 'acme-news', entries: 'articles', link: out.trim() }]);
  expect((await call('share', '--revoke', feeds[0].id)).out).toContain('answers 410 from now on');
  expect((await call('share')).out).toBe('No feed is shared.\n');
  expect((await call('share', '--revoke', feeds[0].id)).err).toContain('shares no feed');
});

it.each([
  [['press'], 'Unknown subject', 'share channel press-team'],
  [['watch', 'acme-new'], 'Unknown watch', 'did you mean acme-news'],
  [['brand'], 'Unknown brand', ''],
])('%s is refused with what to write', async (args, text, hint) => {
  const { call } = openWorld({ stack: memoryStack().stack });
  await call('apply');
  const { code, err } = await call('share', ...args);
  expect(code).toBe(1);
  expect(err).toContain(text);
  expect(err).toContain(hint);
});
