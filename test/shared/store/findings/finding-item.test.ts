import { describe, expect, it } from 'vitest';
import { findingFields, findingItemSchema } from '../../../../shared/store/findings/finding-item.ts';
import { storedFinding, storedFindingSchema } from '../../../../shared/contracts/stored/stored.ts';
import { aFinding, aStoredFinding } from '../../../ports/examples.ts';
import { longText } from '../../../ports/long-texts.ts';

const snippet = longText('Lyon');
const judged = aStoredFinding(1, { finding: aFinding(1, { snippet }), verdict: { notified: 'alert-1' } });

describe('a judged finding with a long text', () => {
  it('takes little more than half of its bytes', () => {
    const { finding } = findingFields(judged);
    const { snippetRest } = finding as { snippetRest: Uint8Array };
    expect(snippetRest.length).toBeLessThan(0.6 * (snippet.length - 200));
    expect(findingItemSchema.parse(findingFields(judged))).toEqual(judged);
  });

  it('is read by a version before, which parses it without the rest, with the beginning of its text', () => {
    const read = storedFindingSchema.parse(findingFields(judged));
    expect(read).toEqual({ ...judged, finding: { ...judged.finding, snippet: read.finding.snippet } });
    expect(snippet.startsWith(read.finding.snippet)).toBe(true);
    expect(read.finding.snippet.length).toBeGreaterThan(190);
  });

  it('of a version before is read whole', () => {
    expect(findingItemSchema.parse(storedFinding(judged))).toEqual(judged);
  });

  it('whose verdict is planned is packed too, and read by a version before as one that is not judged', () => {
    const planned = { ...judged, isPlanned: true } as const;
    expect(findingItemSchema.parse(findingFields(planned))).toEqual(planned);
    const { finding } = findingFields(planned);
    expect(finding).toEqual(findingFields(judged).finding);
    expect(findingFields(planned)).not.toHaveProperty('verdict');
  });

  it('whose rest is not DEFLATE is an error, and no finding without its text', () => {
    const broken = { ...findingFields(judged).finding, snippetRest: new Uint8Array([1, 2, 3]) };
    expect(() => findingItemSchema.parse({ ...findingFields(judged), finding: broken })).toThrow(
      /invalid|unexpected/,
    );
  });
});

it('what is not judged yet stays as it is, and so does a short text', () => {
  const { verdict: _verdict, ...open } = judged;
  expect(findingFields(open)).toEqual(storedFinding(open));
  const short = aStoredFinding(1, { verdict: { silent: 'base' } });
  expect(findingFields(short)).toEqual(storedFinding(short));
});
