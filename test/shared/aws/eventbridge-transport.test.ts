import { expect, it, onTestFinished } from 'vitest';
import { localCredentials } from '../../../infra/local/aws/local-account.ts';
import { eventBridgeTransport } from '../../../shared/aws/eventbridge-transport.ts';
import { PublishRefused, PublishThrottled, PublishUnsure } from '../../../shared/domain/lib/errors.ts';
import { NOON } from '../../ports/examples.ts';
import { laneWith } from '../../ports/transport-suite.ts';
import type { StandInAnswer } from '../../transports/aws-transports.ts';
import { startTransportServices } from '../../transports/start-transport-services.ts';

async function open(bus: string) {
  const services = await startTransportServices();
  onTestFinished(() => services.close());
  const { credentials } = localCredentials;
  const access = { endpoint: services.url, service: 'events', region: 'eu-west-1', now: () => NOON };
  const { lane, messageOf } = laneWith({ eventbridge: { bus } });
  const topic = eventBridgeTransport({ ...access, credentials });
  return { services, publish: () => topic.publish(messageOf([1]), lane) };
}

it('puts the document on the bus as one event, which names the message', async () => {
  const { services, publish } = await open('press');
  expect(await publish()).toBe('event-0');
  const [entry] = JSON.parse(services.taken[0]!.body).Entries;
  expect(entry).toMatchObject({
    EventBusName: 'press',
    Source: 'bellwether',
    DetailType: 'Bellwether message',
  });
  expect(JSON.parse(entry.Detail)).toMatchObject({ v: 1, channel: 'press-team' });
});

it('is refused where its entry failed in an answer of 200', async () => {
  const { services, publish } = await open('unknown');
  const error = await publish().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PublishRefused);
  expect(String(error)).toContain('Event bus unknown does not exist');
  expect(services.taken).toEqual([]);
});

it.each([
  ['ThrottlingException', PublishThrottled],
  ['InternalFailure', PublishUnsure],
  ['NotAuthorizedForSourceException', PublishRefused],
] as const)('reads %s of an entry', async (ErrorCode, kind) => {
  const { services, publish } = await open('press');
  const body = JSON.stringify({ FailedEntryCount: 1, Entries: [{ ErrorCode, ErrorMessage: 'no' }] });
  services.trouble = (): StandInAnswer => ({ status: 200, body });
  await expect(publish()).rejects.toThrow(kind);
});
