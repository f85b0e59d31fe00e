import * as z from 'zod';
import { withExpectation, type Expectation } from './expectations.ts';

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

function addresses(format: RegExp, expectation: Expectation & { expected: string }) {
  const one = withExpectation(z.string().max(2048).regex(format), expectation);
  const expected = `a list; each entry is ${expectation.expected}`;
  return withExpectation(z.array(one).max(MOST), { expected });
}

/** Where alerts go. A channel and the operators have at least one of them. */
export const addressFields = {
  email: addresses(EMAIL, {
    noun: 'e-mail address',
    expected: 'an e-mail address such as press@acme.example',
    hint: 'write only the address, without a name',
  }).describe('E-mail addresses. Each one receives a message to confirm when you apply the file.'),
  sms: addresses(PHONE, {
    noun: 'phone number',
    expected: 'a phone number in quotes, with + and the country code, such as "+33600000000"',
    hint: 'put the number in quotes, start with + and the country code, and remove spaces, dashes and brackets',
  }).describe('Phone numbers in E.164 format, in quotes.'),
  https: addresses(HTTPS, {
    noun: 'https address',
    expected: 'an https address such as https://hooks.acme.example/news',
    hint: 'start with https:// and remove user names and passwords, which do not belong in this file',
  }).describe('Addresses that receive each alert as a POST request with JSON.'),
  queue: addresses(QUEUE, {
    noun: 'queue',
    expected: 'the ARN of a standard queue, such as arn:aws:sqs:eu-west-1:123456789012:press',
    hint: 'copy the ARN of a standard queue: FIFO queues cannot subscribe',
  }).describe('ARNs of standard SQS queues that receive each alert as JSON.'),
};
