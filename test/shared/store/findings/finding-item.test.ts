import { expect, it } from 'vitest';
import { findingItemSchema, withPackedText } from '../../../../shared/store/findings/finding-item.ts';
import { aFinding, aStoredFinding, NOON } from '../../../ports/examples.ts';
import { longText } from '../../../ports/long-texts.ts';

const FULL = aFinding(1, {
  sentiment: { title: -1, content: 0.5 },
  excludedBy: 'acme comics',
  duplicateGroup: 'g-1',
  marks: ['paywall', 'opinion'],
  publishedPrecision: 'date',
  summary: 'In short.',
  translation: { title: 'A title', text: 'A text.' },
  themes: ['Business'],
  people: ['Jane Doe'],
  places: ['Turin'],
  iptcTags: ['economy'],
  iptcCodes: ['04000000'],
  iabTags: ['Business and Finance'],
  customTags: ['industry: Steel'],
  updatedAt: NOON,
  image: 'https://outlet.example/a.jpg',
  robotsCompliant: true,
  similar: [{ title: 'B', link: 'https://other.example/b' }],
  entities: [{ name: 'Acme', website: 'acme.example', people: ['Jane Doe'] }],
  articles: [{ title: 'A', publishedAt: NOON, publishedPrecision: 'timezone unknown' }],
  copies: ['x1a', 't02b'],
});

it('a finding is read as it was written, without what is not known', () => {
  const found = aStoredFinding(1, { finding: FULL, part: 'a-part', verdict: { silent: 'baseline' } });
  const stored = { ...found, finding: { ...FULL, unknown: 1 }, v: 2, unknown: { x: 1 } };
  expect(findingItemSchema.parse(JSON.parse(JSON.stringify(stored)))).toEqual(found);
});

it.each([
  ['without a fingerprint', { finding: { ...FULL, fingerprint: undefined } }],
  ['with an unknown verdict', { verdict: { silent: 'bored' } }],
])('a finding %s is refused, not guessed', (_what, broken) => {
  expect(findingItemSchema.safeParse({ ...aStoredFinding(1), ...broken }).success).toBe(false);
});

it('a long text takes little more than half of its bytes; a short one stays as it is', () => {
  const finding = aFinding(1, { snippet: longText('Lyon') });
  const stored = withPackedText(finding);
  expect(stored.snippet.length).toBeLessThan(0.6 * finding.snippet.length);
  expect(findingItemSchema.parse({ ...aStoredFinding(1), finding: stored }).finding).toEqual(finding);
  expect(withPackedText(aFinding(1))).toEqual(aFinding(1));
});

it('bytes that are not DEFLATE are an error, and no finding without its text', () => {
  const broken = { ...aFinding(1), snippet: new Uint8Array([1, 2, 3]) };
  expect(() => findingItemSchema.parse({ ...aStoredFinding(1), finding: broken })).toThrow(
    /invalid|unexpected/,
  );
});
