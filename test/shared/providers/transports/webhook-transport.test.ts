import { createHmac } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { startTransportServices } from '../../../transports/start-transport-services.ts';
import { createPost } from '../../../../shared/providers/http/post.ts';
import { webhookTransport } from '../../../../shared/providers/transports/webhook-transport.ts';
import { NOON } from '../../../ports/examples.ts';
import { laneWith } from '../../../ports/transport-suite.ts';

it('signs the time and the body of each request, and names the message', async () => {
  const services = await startTransportServices();
  onTestFinished(() => services.close());
  const { lane, messageOf } = laneWith({ webhook: { url: `${services.url}/webhook`, secret: 'KEY' } });
  const post = createPost({ now: () => NOON, mayReach: (address) => address === '127.0.0.1' });
  const topic = webhookTransport({ post, secret: async () => 'shared', now: () => NOON });
  const message = messageOf([1]);
  await topic.publish(message, lane);
  const { headers, body } = services.taken[0]!;
  const seconds = NOON / 1_000;
  const signature = createHmac('sha256', 'shared').update(`${seconds}.${body}`).digest('hex');
  expect(headers['bellwether-signature']).toBe(`t=${seconds},v1=${signature}`);
  expect(headers['bellwether-message']).toBe(message.id);
  expect(JSON.parse(body)).toMatchObject({ v: 1, channel: 'press-team', count: 1 });
});
