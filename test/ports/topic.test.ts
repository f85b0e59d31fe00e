import { snsTopic } from '../../shared/aws/sns-topic.ts';
import { PublishRefused, PublishUnsure } from '../../shared/domain/lib/errors.ts';
import { memoryTopic } from './memory-services.ts';
import { openTopicEngine, snsError, TOPIC } from './topic-on-engine.ts';
import { describeTopic } from './topic-suite.ts';

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
