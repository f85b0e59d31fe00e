import * as z from 'zod';
import { expecting } from './expectations.ts';

/** Characters on both sides of one @, a host with a dot. The mailbox itself is proven by its confirmation. */
const EMAIL =
  /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/;
/** E.164: a plus sign, the code of the country, at most 15 digits in all. */
const PHONE = /^\+[1-9]\d{6,14}$/;
/** A standard queue: the topic is a standard one, which refuses queues in FIFO order. */
const QUEUE = /^arn:aws(?:-cn|-us-gov)?:sqs:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,80}$/;
const HTTPS = /^https:\/\/[^\s/@?#]+\.[^\s/@?#]+(?:[/?#]\S*)?$/;

/** The most addresses of one protocol on one channel. */
const MOST = 100;

function addresses(form: RegExp, { expected, hint }: { expected: string; hint: string }) {
  const one = expecting(z.string().max(2048).regex(form), { expected, hint });
  return expecting(z.array(one).max(MOST), { expected: `a list; each entry is ${expected}` }).optional();
}

/** Where alerts can go; a channel and the operators have at least one of them. */
export const addressFields = {
  email: addresses(EMAIL, {
    expected: 'an e-mail address such as press@acme.example',
    hint: 'write the bare address, without a name or mailto:',
  }).describe('E-mail addresses. Each gets a message to confirm when the file is applied.'),
  sms: addresses(PHONE, {
    expected: 'a phone number in quotes, with + and the code of the country, such as "+33600000000"',
    hint: 'put the number in quotes, begin with + and leave out blanks, dashes and brackets',
  }).describe('Phone numbers in E.164 form, in quotes.'),
  https: addresses(HTTPS, {
    expected: 'an https address such as https://hooks.acme.example/news',
    hint: 'only https is possible; leave out user names and passwords, they do not belong into this file',
  }).describe('Addresses that get each alert as a POST with JSON.'),
  queue: addresses(QUEUE, {
    expected: 'the ARN of a standard queue, such as arn:aws:sqs:eu-west-1:123456789012:press',
    hint: 'copy the ARN of the queue; queues in FIFO order cannot subscribe',
  }).describe('ARNs of standard SQS queues that get each alert as JSON.'),
};
