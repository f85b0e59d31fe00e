import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snsTopic } from '../../shared/aws/sns-topic.ts';
import { PublishRefused, PublishUnsure } from '../../shared/domain/lib/errors.ts';
import type { Topic } from '../../shared/use-cases/ports/ports.ts';
import { aChannel, aMessage } from './examples.ts';
import { memoryTopic } from './memory-services.ts';
import { openTopicEngine, snsError, TOPIC } from './topic-on-engine.ts';

/** A topic to be held to the suite. */
interface OpenedTopic {
  topic: Topic;
  /** Subjects of what the topic took, oldest first. */
  taken(): string[];
  /** Makes the next Publish fail: refused before anything is out, or taken and its answer lost. */
  failNext(how: 'refused' | 'lost-answer'): void;
  close(): Promise<void>;
}

const titled = (subject: string) => aMessage(1, { texts: { subject, email: 'It rings.', json: '{}' } });

/** What every topic promises, whatever stands behind it. */
function describeTopic(name: string, open: () => Promise<OpenedTopic>): void {
  describe(`the topic: ${name}`, () => {
    let opened: OpenedTopic;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => {
      await opened.close();
    });

    it('takes a message once and gives it an id of its own each time', async () => {
      const first = await opened.topic.publish(titled('once'), aChannel());
      expect(first).toMatch(/./);
      expect(opened.taken().filter((subject) => subject === 'once')).toHaveLength(1);
      expect(await opened.topic.publish(titled('once'), aChannel())).not.toBe(first);
      expect(opened.taken().filter((subject) => subject === 'once')).toHaveLength(2);
    });

    it('says for certain that a refused message is not out', async () => {
      opened.failNext('refused');
      await expect(opened.topic.publish(titled('refused'), aChannel())).rejects.toThrow(PublishRefused);
      expect(opened.taken()).not.toContain('refused');
      await opened.topic.publish(titled('refused'), aChannel());
      expect(opened.taken()).toContain('refused');
    });

    it('is unsure when the answer is lost, and does not send the message again by itself', async () => {
      opened.failNext('lost-answer');
      await expect(opened.topic.publish(titled('lost'), aChannel())).rejects.toThrow(PublishUnsure);
      expect(opened.taken().filter((subject) => subject === 'lost')).toHaveLength(1);
    });
  });
}

describeTopic('in memory', async () => {
  const topic = memoryTopic();
  return {
    topic,
    taken: () => topic.published.map(({ texts }) => texts.subject),
    failNext: (how) => {
      topic.fail = () => {
        topic.fail = undefined;
        if (how === 'refused') return { error: new PublishRefused('no'), sent: false };
        return { error: new PublishUnsure('reset'), sent: true };
      };
    },
    close: async () => {},
  };
});

describeTopic('SNS, on the embedded engine', async () => {
  const { sns, proxy, captured, close } = await openTopicEngine();
  return {
    topic: snsTopic(sns, TOPIC),
    taken: () => captured.map(({ subject = '' }) => subject),
    failNext: (how) => {
      proxy.trouble = () => {
        proxy.trouble = () => undefined;
        return how === 'refused' ? snsError(403, 'AuthorizationError', 'Not authorized') : 'lost-answer';
      };
    },
    close,
  };
});
