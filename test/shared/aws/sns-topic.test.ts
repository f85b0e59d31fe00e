import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { textFor } from '../../../infra/local/aws/topic/sns-wire.ts';
import { publishClient, snsTopic } from '../../../shared/aws/sns-topic.ts';
import { snsSubscriptions } from '../../../shared/aws/sns-subscriptions.ts';
import type { MessageTexts } from '../../../shared/domain/alerts/message.ts';
import { PublishRefused, PublishUnsure } from '../../../shared/domain/lib/errors.ts';
import type { Incident } from '../../ports/engine-proxy.ts';
import { aChannel, aMessage } from '../../ports/examples.ts';
import { openTopicEngine, snsError, TOPIC } from '../../ports/topic-on-engine.ts';

let engine: Awaited<ReturnType<typeof openTopicEngine>>;
beforeEach(async () => {
  engine = await openTopicEngine();
});
afterEach(() => engine.close());

const TEXTS: MessageTexts = { subject: 'Acme', email: 'Acme opens\na plant.', json: '{"v":1}' };
const notified = (texts: Partial<MessageTexts> = {}) => aMessage(1, { texts: { ...TEXTS, ...texts } });
const withSms = aChannel({ sms: ['+33600000000'] });

describe('a Publish', () => {
  it('carries a text for each protocol, so that none falls back to another', async () => {
    await snsTopic(engine.sns, TOPIC).publish(notified({ sms: 'Acme: plant' }), withSms);
    const [message] = engine.captured;
    const protocols = ['email', 'email-json', 'sms', 'http', 'https', 'sqs', 'lambda'];
    expect(Object.fromEntries(protocols.map((protocol) => [protocol, textFor(message!, protocol)]))).toEqual({
      email: TEXTS.email,
      'email-json': TEXTS.json,
      sms: 'Acme: plant',
      http: TEXTS.json,
      https: TEXTS.json,
      sqs: TEXTS.json,
      lambda: TEXTS.json,
    });
    expect(message).toMatchObject({ topicArn: TOPIC, subject: 'Acme' });
  });

  it('carries channel, severity and what the message says of itself, and leaves out what is empty', async () => {
    const attributes = { watch: 'acme-news', kind: 'search', brand: '' };
    await snsTopic(engine.sns, TOPIC).publish({ ...notified(), attributes }, aChannel());
    expect(engine.captured[0]?.attributes).toEqual({
      channel: { type: 'String', value: 'press-team' },
      severity: { type: 'String', value: 'warning' },
      watch: { type: 'String', value: 'acme-news' },
      kind: { type: 'String', value: 'search' },
    });
  });

  it('reaches the subscribers of its channel and nobody else', async () => {
    const subscriptions = snsSubscriptions(engine.sns, TOPIC);
    const subscribe = (protocol: 'email' | 'sms', endpoint: string, channel: string) =>
      subscriptions.subscribe({ protocol, endpoint, channels: [channel] });
    await subscribe('email', 'press@acme.example', 'press-team');
    await subscribe('email', 'ops@acme.example', 'operators');
    await subscribe('sms', '+33600000000', 'press-team');
    const topic = snsTopic(engine.sns, TOPIC);
    await topic.publish(notified(), withSms);
    await topic.publish(notified({ sms: 'Acme: plant' }), withSms);
    const reached = engine.captured.map(({ recipients }) =>
      recipients.map(({ endpoint }) => endpoint).toSorted(),
    );
    expect(reached).toEqual([['press@acme.example'], ['+33600000000', 'press@acme.example']]);
  });
});

describe('what SNS answers', () => {
  const after = async (incident: Incident) => {
    engine.proxy.trouble = () => incident;
    return snsTopic(engine.sns, TOPIC, { limit: 150 })
      .publish(notified(), aChannel())
      .catch((error: unknown) => error);
  };

  it.each([
    ['a bad parameter', snsError(400, 'InvalidParameter', 'Invalid parameter: Message too long')],
    ['too many calls', snsError(400, 'Throttling', 'Rate exceeded')],
  ])('%s is a refusal, with its reason', async (_name, incident) => {
    const error = await after(incident);
    expect(error).toBeInstanceOf(PublishRefused);
    expect(String(error)).toContain(/<Message>(.*)<\/Message>/.exec(incident.body)?.[1]);
    expect(engine.captured).toEqual([]);
  });

  it.each([
    ['a fault of SNS', snsError(500, 'InternalError', 'We failed')],
    [
      'a cut answer',
      { status: 200, headers: { 'content-type': 'text/xml' }, body: '<PublishResponse><Publ' },
    ],
    ['a cut connection', 'reset'],
    ['a lost answer', 'lost-answer'],
    ['silence beyond the limit', 'hang'],
  ] satisfies [string, Incident][])('%s leaves us unsure, after one request', async (_name, incident) => {
    expect(await after(incident)).toBeInstanceOf(PublishUnsure);
    expect(engine.proxy.passages.map(({ action }) => action)).toEqual(['Publish']);
  });
});

describe('the client that publishes', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('makes one request, whatever comes back', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_SNS', engine.proxy.url);
    const client = publishClient();
    for (const incident of [snsError(503, 'ServiceUnavailable', 'Later'), 'reset', 'lost-answer'] as const) {
      engine.proxy.trouble = () => incident;
      await expect(snsTopic(client, TOPIC).publish(notified(), aChannel())).rejects.toThrow(PublishUnsure);
    }
    expect(engine.proxy.passages).toHaveLength(3);
    client.destroy();
  });
});

describe('a subject that SNS refuses', () => {
  const refuseNonAscii = () => {
    engine.proxy.trouble = ({ body }) => {
      const subject = new URLSearchParams(body).get('Subject') ?? '';
      return /^[\x20-\x7e]*$/.test(subject)
        ? undefined
        : snsError(400, 'InvalidParameter', 'Invalid parameter: Subject');
    };
  };
  const publish = (subject: string) => snsTopic(engine.sns, TOPIC).publish(notified({ subject }), aChannel());

  it('goes once more in ASCII, with its accents taken off', async () => {
    refuseNonAscii();
    await publish('Société Générale opens “Øst”');
    expect(engine.captured.map(({ subject }) => subject)).toEqual(['Societe Generale opens st']);
    expect(engine.proxy.passages).toHaveLength(2);
  });

  it('is refused for good when its ASCII form is refused too, and unsure when that answer is lost', async () => {
    const subjectRefused = snsError(400, 'InvalidParameter', 'Invalid parameter: Subject');
    engine.proxy.trouble = () => subjectRefused;
    await expect(publish('東京')).rejects.toThrow(PublishRefused);
    engine.proxy.trouble = ({ body }) => (body.includes('Bellwether') ? 'reset' : subjectRefused);
    await expect(publish('東京')).rejects.toThrow(PublishUnsure);
  });
});
