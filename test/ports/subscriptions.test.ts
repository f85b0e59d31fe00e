import { arnOf } from '../../infra/local/aws/local-account.ts';
import { snsSubscriptions } from '../../shared/aws/sns-subscriptions.ts';
import { memorySubscriptions } from './memory-services.ts';
import { describeSubscriptions } from './subscriptions-suite.ts';
import { openTopicEngine, TOPIC } from './topic-on-engine.ts';

const slowEndpoint = 'slow@acme.example';

describeSubscriptions('in memory', async () => ({
  subscriptions: memorySubscriptions([slowEndpoint]),
  slowEndpoint,
  close: async () => {},
}));

describeSubscriptions('SNS, on the embedded engine', async () => {
  const { sns, proxy, close } = await openTopicEngine();
  // The engine confirms at once: until then SNS lists these words where the ARN will stand.
  proxy.rewrite = ({ action }, body) =>
    action === 'ListSubscriptionsByTopic' ? pendingIn(body, slowEndpoint) : body;
  const deadLetters = arnOf('sqs', 'dead-letters');
  return { subscriptions: snsSubscriptions(sns, TOPIC, { deadLetters }), slowEndpoint, close };
});

function pendingIn(xml: string, endpoint: string): string {
  return xml.replaceAll(/<member>.*?<\/member>/gs, (member) =>
    member.includes(endpoint)
      ? member.replace(
          /<SubscriptionArn>.*?<\/SubscriptionArn>/,
          '<SubscriptionArn>PendingConfirmation</SubscriptionArn>',
        )
      : member,
  );
}
