import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  startTransportServices,
  type TransportServices,
} from '../../../transports/start-transport-services.ts';
import type { Message } from '../../../../shared/domain/alerts/message.ts';
import { createPost } from '../../../../shared/providers/http/post.ts';
import { slackClient, slackTransport } from '../../../../shared/providers/transports/slack-transport.ts';
import { showActions } from '../../../../shared/render/chat/slack-form.ts';
import type { Topic } from '../../../../shared/use-cases/ports/ports.ts';
import { aStoryAlert, NOON } from '../../../ports/examples.ts';
import { memoryStore } from '../../../store/memory-store.ts';
import { laneWith } from '../../../ports/transport-suite.ts';
import { type StoryThreads } from '../../../../shared/store/channels/threads.ts';

const { lane, messageOf } = laneWith({ slack: { channel: '#press', tokenSecret: 'SLACK_TOKEN' } });
const STORY = { id: 'story-1', articles: 1, outlets: 1, countries: 1 };

/** An alert on the story, at its first finding or at a later one. */
const onStory = (n: number, changes: Parameters<typeof aStoryAlert>[2] = {}): Message => {
  const alert = aStoryAlert(n, {}, { story: STORY, ...changes });
  return messageOf([n, alert]);
};

let services: TransportServices;
let threads: StoryThreads;
let topic: Topic;
beforeEach(async () => {
  services = await startTransportServices();
  onTestFinished(() => services.close());
  threads = memoryStore().threads;
  const post = createPost({ now: () => NOON, mayReach: (address) => address === '127.0.0.1' });
  const slack = slackClient(post, `${services.url}/slack/api`);
  const secret = async () => 'xoxb-stand-in';
  topic = slackTransport({ post, secret, now: () => NOON, slack, threads, showActions });
});
const limits = { deadline: NOON + 60_000 };

describe('Slack, by token', () => {
  it('has one thread for each story: what follows is a reply, and the first message shows the latest state', async () => {
    await topic.publish(onStory(1), lane, limits);
    await topic.publish(onStory(2), lane, limits);
    await topic.publish(messageOf([9, aStoryAlert(9)]), lane, limits);
    const { posts } = services.slack;
    expect(posts.map(({ threadTs }) => threadTs)).toEqual([undefined, posts[0]?.ts, undefined]);
    expect(posts.map(({ edits }) => edits)).toEqual([1, 0, 0]);
    expect(posts[0]?.blocks).toEqual(posts[1]?.blocks);
    expect(posts.some(({ broadcast }) => broadcast)).toBe(false);
  });

  it('shows a reply in the channel too when its story has climbed, once', async () => {
    for (const [n, severity] of [
      [1, 'warning'],
      [2, 'critical'],
      [3, 'critical'],
    ] as const)
      await topic.publish(onStory(n, { severity }), lane, limits);
    expect(services.slack.posts.map(({ broadcast }) => broadcast)).toEqual([undefined, true, undefined]);
  });

  it('finds a reply whose answer was lost in its thread, and does not send it again', async () => {
    await topic.publish(onStory(1), lane, limits);
    services.trouble = ({ path }) => (path.endsWith('chat.postMessage') ? 'lost-answer' : undefined);
    await topic.publish(onStory(2), lane, limits).catch(() => undefined);
    services.trouble = () => undefined;
    await topic.publish(onStory(2), lane, { ...limits, isRepeat: true });
    expect(services.slack.posts).toHaveLength(2);
    expect(services.slack.posts[0]?.edits).toBe(1);
  });

  it('goes on in the thread of a first message whose answer was lost', async () => {
    services.trouble = () => 'lost-answer';
    await topic.publish(onStory(1), lane, limits).catch(() => undefined);
    services.trouble = () => undefined;
    await topic.publish(onStory(1), lane, { ...limits, isRepeat: true });
    await topic.publish(onStory(2), lane, limits);
    const { posts } = services.slack;
    expect(posts.map(({ threadTs }) => threadTs)).toEqual([undefined, posts[0]?.ts]);
  });

  it('has sent a message although the first one of its thread could not be edited', async () => {
    await topic.publish(onStory(1), lane, limits);
    services.trouble = ({ path }) => (path.endsWith('chat.update') ? { status: 500, body: '' } : undefined);
    expect(await topic.publish(onStory(2), lane, limits)).toMatch(/^C0PRESS:/);
  });

  it.each([
    ['token_revoked', () => void (services.slack.token = undefined), 'set its new token'],
    ['not_in_channel', () => services.slack.joined.clear(), 'Invite the bot'],
  ])('says what to do about %s', async (error, cause, advice) => {
    cause();
    const thrown = String(await topic.publish(onStory(1), lane, limits).catch((one: unknown) => one));
    expect(thrown).toContain(error);
    expect(thrown).toContain(advice);
  });
});
