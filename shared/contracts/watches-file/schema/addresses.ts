import * as z from 'zod';
import { SEVERITIES } from '../../../domain/watches/watch.ts';
import { webhookAddress } from '../meant/meant-transport.ts';
import { expectationOf, withExpectation } from './expectations.ts';
import { oneOf } from './values.ts';

/** Characters on both sides of one @, and a host with a dot. Only a confirmed message proves that the mailbox exists. */
const EMAIL =
  /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/;
/** E.164: a plus sign, the country code, at most 15 digits in all. */
const PHONE = /^\+[1-9]\d{6,14}$/;
/** A standard queue: the topic is a standard one, which refuses FIFO queues. */
const QUEUE = /^arn:aws(?:-cn|-us-gov)?:sqs:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,80}$/;
const HTTPS = /^https:\/\/[^\s/@?#][^\s/@?#.]*\.[^\s/@?#]+(?:[/?#]\S*)?$/;

/** The most addresses of one protocol on one channel. */
const MOST = 100;

/** An e-mail address. */
export const EMAIL_ADDRESS = withExpectation(
  z.string().max(2048).regex(EMAIL).meta({ id: 'email-address' }),
  {
    noun: 'e-mail address',
    expected: 'an e-mail address such as press@acme.example',
    hint: 'write only the address, without a name',
  },
);

/** A phone number that takes SMS. */
export const PHONE_NUMBER = withExpectation(z.string().max(2048).regex(PHONE).meta({ id: 'phone-number' }), {
  noun: 'phone number',
  expected: 'a phone number in quotes, with + and the country code, such as "+33600000000"',
  hint: 'put the number in quotes, start with + and the country code, and remove spaces, dashes and brackets',
});

/** An address that programs listen at. */
export const HTTPS_ADDRESS = withExpectation(z.string().max(2048).regex(HTTPS), {
  noun: 'https address',
  expected: 'an https address such as https://hooks.acme.example/news',
  hint: 'start with https:// and remove user names and passwords, which do not belong in this file',
});

/** The least severity of one transport of a channel. */
export const minSeverity = oneOf(SEVERITIES)
  .meta({
    id: 'transport-severity',
    description:
      'This transport does not send alerts below this severity. Default: min_severity of the channel.',
  })
  .optional();

function listOfAddresses<S extends z.ZodType>(one: S, description: string) {
  const expected = `a list; each entry is ${expectationOf(one).expected ?? ''}`;
  return withExpectation(z.array(one).max(MOST).describe(description), { expected });
}

/** A list of addresses, or a mapping with the list and a severity of its own. */
function addresses<S extends z.ZodType>(list: S) {
  const { expected = '' } = expectationOf(list);
  const own = z.strictObject({ to: list, min_severity: minSeverity });
  return withExpectation(
    z.union([list, withExpectation(own, { expected: '{ to: [ADDRESS], min_severity: critical }' })]),
    {
      expected,
    },
  );
}

/** SNS posts a request to confirm to each address. The webhook of a chat cannot answer it. */
const subscriber = withExpectation(
  HTTPS_ADDRESS.refine((url) => webhookAddress(url) === undefined, {
    error: ({ input }) => `${webhookAddress(String(input))}.`,
  }).meta({ id: 'https-address' }),
  expectationOf(HTTPS_ADDRESS),
);
const queueArn = withExpectation(z.string().max(2048).regex(QUEUE).meta({ id: 'queue-arn' }), {
  noun: 'queue',
  expected: 'the ARN of a standard queue, such as arn:aws:sqs:eu-west-1:123456789012:press',
  hint: 'copy the ARN of a standard queue: FIFO queues cannot subscribe',
});

const email = listOfAddresses(
  EMAIL_ADDRESS,
  'E-mail addresses. Each one receives a message to confirm when you apply the file.',
);
const sms = listOfAddresses(PHONE_NUMBER, 'Phone numbers in E.164 format, in quotes.');
const https = listOfAddresses(subscriber, 'Addresses that receive each alert as a POST request with JSON.');
const queue = listOfAddresses(queueArn, 'ARNs of standard SQS queues that receive each alert as JSON.');

/** Where alerts go. A channel and the operators have at least one of them. */
export const addressFields = { email, sms, https, queue };

/** The same on a channel, where each protocol may have a severity of its own. */
export const channelAddressFields = {
  email: addresses(email),
  sms: addresses(sms),
  https: addresses(https),
  queue: addresses(queue),
};
