import { expect, it } from 'vitest';
import { feedsOfSite } from '../../../../shared/providers/feeds/find-feeds.ts';

it.each([
  [
    'https://www.youtube.com/channel/UC_a-1/videos',
    ['https://www.youtube.com/feeds/videos.xml?channel_id=UC_a-1'],
  ],
  ['https://old.reddit.com/r/kettles/', ['https://www.reddit.com/r/kettles/.rss']],
  ['https://bsky.app/profile/acme.example', ['https://bsky.app/profile/acme.example/rss']],
  ['https://social.example/@acme', ['https://social.example/@acme.rss']],
  ['https://social.example/tags/kettles', ['https://social.example/tags/kettles.rss']],
  ['https://outlet.example/news', []],
])('the feed of %s is known by its address', (site, feeds) => {
  expect(feedsOfSite(site)).toEqual(feeds);
});
