import { domainToUnicode } from 'node:url';
import { expect, it } from 'vitest';
import { readableHost } from '../../../../shared/domain/text/host-name.ts';

it.each([
  'xn--bcher-kva.example',
  'news.xn--e1afmkfd.xn--p1ai',
  'xn--r8jz45g.xn--zckzah',
  'xn--80aswg.xn--p1ai',
  'xn--fiqs8s.cn',
  'xn--mgbh0fb.xn--kgbechtv',
  'xn--maana-pta.example',
  'plain.example',
])('%s is shown as people write it', (host) => {
  expect(readableHost(host)).toBe(domainToUnicode(host));
});

it.each(['xn--', 'xn--\u00fc.example', 'xn--99999999.example', 'xn--a-\u0000.example'])(
  '%j, which is no Punycode, stays or loses nothing but its mark',
  (host) => {
    expect(() => readableHost(host)).not.toThrow();
  },
);

it('is the same for a host in letters and in Punycode, in any case', () => {
  expect(readableHost('BÜCHER.Example')).toBe(readableHost('xn--bcher-kva.example'));
});
