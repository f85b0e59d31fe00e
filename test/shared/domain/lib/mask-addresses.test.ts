import { expect, it } from 'vitest';
import { maskAddresses, shortForm } from '../../../../shared/domain/lib/mask-addresses.ts';
import { LINEAR_SECONDS, processorSeconds } from '../../../processor-time.ts';

it.each([
  ['press@acme.example', 'p…@acme.example'],
  [
    "Invalid parameter: d'esk+news@mail.acme.example is bad",
    'Invalid parameter: d…@mail.acme.example is bad',
  ],
  ['<press@acme.example>,boss@acme.example;', '<p…@acme.example>,b…@acme.example;'],
  ['"müller@bücher.example"', '"m…@bücher.example"'],
  ['to=press%40acme.example&n=%2B33600000017', 't…@acme.example&n=+33…17'],
  ['Number +33600000017.', 'Number +33…17.'],
  [`${'x'.repeat(200)}@acme.example`, `${'x'.repeat(136)}x…@acme.example`],
])('hides who it is in %s', (text, masked) => {
  expect(maskAddresses(text)).toBe(masked);
});

it.each([
  'at run (/var/task/index.mjs:12:34)',
  '2026-11-21T08:00:00+01:00',
  'arn:aws:sqs:eu-west-1:000000000000:alerts',
  'https://news.example/v3/search?q=a%20b',
  'a @ b, +1 and 1e+300',
])('leaves %s as it is', (text) => {
  expect(maskAddresses(text)).toBe(text);
});

it('hides https addresses that are known, and shows their host', () => {
  const hook = 'https://hooks.acme.example/T0/secret';
  expect(shortForm(hook)).toMatch(/^https:\/\/hooks\.acme\.example\/…[0-9a-f]{6}$/);
  expect(maskAddresses(`Unreachable: ${hook}`, [hook])).toBe(`Unreachable: ${shortForm(hook)}`);
  expect(shortForm(hook)).not.toBe(shortForm(`${hook}2`));
});

it('takes no longer for hostile text', () => {
  const seconds = processorSeconds(() => {
    for (const text of [
      'a'.repeat(300_000),
      `${'a.'.repeat(150_000)}@`,
      '+1'.repeat(150_000),
      `@${'a.'.repeat(150_000)}`,
    ])
      maskAddresses(text);
  });
  expect(seconds).toBeLessThan(LINEAR_SECONDS);
});
