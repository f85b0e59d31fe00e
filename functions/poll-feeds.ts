import * as z from 'zod';
import { readPollFeedsEnvironment } from '../shared/contracts/environment.ts';
import { EVENTS } from '../shared/contracts/names.ts';
import { OPERATORS } from '../shared/domain/channels/channel.ts';
import { openLanguageDetector } from '../shared/providers/feeds/detect-language.ts';
import { FEED_LIMIT, fetchFeed } from '../shared/providers/feeds/fetch-feed.ts';
import { publicAgent } from '../shared/providers/http/public-address.ts';
import { pollFeeds } from '../shared/use-cases/feeds/poll-feeds.ts';
import { clock, invokeHandler, logEvent, openTable } from './handler.ts';

const environment = readPollFeedsEnvironment(process.env);
const ports = openTable(environment.table);
const mayReach = (address: string): boolean => address === environment.reachable;
const agent = publicAgent({ mayReach, connections: 1, limit: FEED_LIMIT });

/** Called each minute: polls the feeds that are due. */
export const handler = invokeHandler(z.looseObject({}), async (_event, call) => {
  const operators = await ports.definitions.channel(OPERATORS);
  const contact = operators?.email[0];
  const userAgent = `Bellwether/1 (news monitor${contact === undefined ? '' : `; ${contact}`})`;
  const outcome = await pollFeeds(
    {
      ...ports,
      languages: openLanguageDetector,
      pollFeed: (url, validators) =>
        fetchFeed(url, {
          agent,
          mayReach,
          userAgent,
          now: () => clock.now(),
          ...(validators && { validators }),
        }),
    },
    call,
  );
  logEvent(EVENTS.feedsPolled, { outcome });
  return outcome;
});
