import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTransportServices, type TransportServices } from '../transports/start-transport-services.ts';
import { alertItemOf } from '../../shared/domain/alerts/alert.ts';
import type { Message } from '../../shared/domain/alerts/message.ts';
import { type Channel, lanesOf, type Transports } from '../../shared/domain/channels/channel.ts';
import { PublishRefused, PublishThrottled, PublishUnsure } from '../../shared/domain/lib/errors.ts';
import { createPost, type Post } from '../../shared/providers/http/post.ts';
import { composeWithLinks } from '../../shared/render/message/compose-message.ts';
import { FORMS } from '../../shared/render/chat/forms.ts';
import type { Topic } from '../../shared/use-cases/ports/ports.ts';
import { aChannel, aFinding, anAlert, NOON } from './examples.ts';
import { memoryStore } from '../store/memory-store.ts';
import { type StoryThreads } from '../../shared/store/channels/threads.ts';

/** What an adapter is made of in the suite. */
export interface TransportParts {
  post: Post;
  url: string;
  secret: (name: string) => Promise<string>;
  threads: StoryThreads;
  now: () => number;
}

/** A transport to be held to the suite. */
export interface TransportCase {
  /** The settings of its lane, with the address of the stand-ins. */
  settings: (url: string) => Transports;
  /** The values of its secrets, with the address of the stand-ins. */
  secrets: (url: string) => Readonly<Record<string, string>>;
  open: (parts: TransportParts) => Topic;
  /** How many messages the stand-in has accepted. */
  taken: (services: TransportServices) => number;
  /** Whether a user gives its address, or names a private one. Default true. */
  isAddressOfUser?: boolean;
  /** Whether a repeat is found at the service, or changes nothing there. */
  isIdempotent?: boolean;
}

/** A lane of one transport, and messages on it. */
export function laneWith(transports: Transports): {
  lane: Channel;
  messageOf: (...alerts: Parameters<typeof anAlert>[]) => Message;
} {
  const lane = lanesOf(aChannel({ email: [], sms: [], transports }))[0]!;
  const links = { base: 'https://pages.example', keys: ['k'.repeat(43)] };
  const compose = composeWithLinks(links, FORMS);
  return {
    lane,
    messageOf: (...alerts) =>
      compose(
        alerts.map((given) => anAlert(...given)),
        { channel: lane, now: NOON, because: 'group' },
      ),
  };
}

/** What every transport promises, whatever stands behind it. */
export function describeTransport(
  name: string,
  { settings, secrets, open, taken, isIdempotent, isAddressOfUser = true }: TransportCase,
): void {
  describe(`the transport ${name}`, () => {
    let services: TransportServices;
    let values: Record<string, string>;
    let threads: StoryThreads;
    let topic: Topic;
    beforeAll(async () => {
      services = await startTransportServices();
      ({ lane } = laneWith(settings(services.url)));
    });
    beforeEach(() => {
      services.trouble = () => undefined;
      services.taken.length = 0;
      services.slack.posts.length = 0;
      services.ses.mails.length = 0;
      threads = memoryStore().threads;
      values = { ...secrets(services.url) };
      topic = openWith(createPost({ now: () => NOON, mayReach: (address) => address === '127.0.0.1' }));
    });
    afterAll(async () => {
      await services.close();
    });

    const openWith = (post: Post): Topic => {
      const secret = async (asked: string) => {
        const value = values[asked];
        if (value === undefined) throw new PublishRefused(`no secret ${asked}`);
        return value;
      };
      return open({ post, url: services.url, secret, threads, now: () => NOON });
    };
    const limits = { deadline: NOON + 60_000 };
    let lane: Channel;
    const messageOf = (n: number) => laneWith(settings(services.url)).messageOf([n]);

    it('takes each message once', async () => {
      expect(await topic.publish(messageOf(1), lane, limits)).toMatch(/./);
      await topic.publish(messageOf(2), lane, limits);
      expect(taken(services)).toBe(2);
    });

    it('takes the longest message: of many stories, with hostile and endless texts', async () => {
      const hostile = `<!channel> *_~\`[x](javascript:1)|&amp; ${'Ünïcödé <b>&</b> '.repeat(400)}`;
      const { messageOf: make } = laneWith(settings(services.url));
      const item = alertItemOf(
        aFinding(1, { title: hostile, snippet: hostile, link: 'https://news.example/a|b(c)?x=<1>&y=2' }),
      );
      const many = Array.from(
        { length: 120 },
        (_, n): Parameters<typeof anAlert> => [
          n,
          { items: [item], severity: n % 2 === 0 ? 'critical' : 'info' },
        ],
      );
      await topic.publish(make(...many), lane, limits);
      await topic.publish(make([500, { items: [item] }]), lane, limits);
      expect(taken(services)).toBeGreaterThanOrEqual(2);
    });

    it('says for certain that a refused message is not out', async () => {
      services.trouble = () => ({ status: 403, body: 'no' });
      await expect(topic.publish(messageOf(1), lane, limits)).rejects.toThrow(PublishRefused);
      expect(taken(services)).toBe(0);
    });

    it('waits as long as the service asks', async () => {
      services.trouble = () => ({ status: 429, body: 'slow down', headers: { 'retry-after': '17' } });
      const error = await topic.publish(messageOf(1), lane, limits).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(PublishThrottled);
      // AWS names no time.
      expect(error).toMatchObject({ retryAfter: isAddressOfUser ? 17_000 : 60_000 });
    });

    it('is unsure when the service fails or its answer is lost, and sends nothing again by itself', async () => {
      services.trouble = () => ({ status: 503, body: '' });
      await expect(topic.publish(messageOf(1), lane, limits)).rejects.toThrow(PublishUnsure);
      services.trouble = () => 'lost-answer';
      await expect(topic.publish(messageOf(2), lane, limits)).rejects.toThrow(PublishUnsure);
      expect(taken(services)).toBe(1);
    });

    it('repeats a message at most once for each answer that was lost, and not at all where the service can tell', async () => {
      const message = messageOf(3);
      services.trouble = () => 'lost-answer';
      await topic.publish(message, lane, limits).catch(() => undefined);
      services.trouble = () => undefined;
      await topic.publish(message, lane, { ...limits, isRepeat: true });
      expect(taken(services)).toBe(isIdempotent ? 1 : 2);
    });

    it.runIf(isAddressOfUser)(
      'refuses an address within a private network, and one without https',
      async () => {
        const closed = openWith(createPost({ now: () => NOON }));
        await expect(closed.publish(messageOf(1), lane, limits)).rejects.toThrow(PublishRefused);
        expect(taken(services)).toBe(0);
      },
    );

    it('says in no error what is secret', async () => {
      for (const trouble of [403, 404, 429, 500]) {
        services.trouble = () => ({ status: trouble, body: 'no' });
        const error = await topic
          .publish(messageOf(1), lane, limits)
          .catch((thrown: unknown) => String(thrown));
        for (const value of Object.values(values)) expect(error).not.toContain(value);
        expect(error).not.toContain('127.0.0.1');
      }
    });

    it('is refused without its secret, with its name', async () => {
      const [name] = Object.keys(values);
      if (name === undefined) return;
      values = {};
      await expect(topic.publish(messageOf(1), lane, limits)).rejects.toThrow(name);
    });
  });
}
