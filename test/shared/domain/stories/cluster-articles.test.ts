import { expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { bundlesOf } from '../../../../shared/domain/stories/cluster-articles.ts';
import { similarityProfileOf } from '../../../../shared/domain/stories/similarity-profile.ts';
import { aFinding } from '../../../ports/examples.ts';

const article = (n: number, title: string, changes: Partial<Finding> = {}) =>
  aFinding(n, { title, snippet: '', ...changes });

it('findings are bundled with their copies and with those of their group', () => {
  const findings = [
    article(1, 'Acme Corp to close turbine works in Leipzig'),
    article(2, 'Globex opens a school for divers', { duplicateGroup: 'g' }),
    article(3, 'Report: Acme Corp to close turbine works in Leipzig'),
    article(4, 'Divers welcome', { duplicateGroup: 'g' }),
  ];
  const bundles = bundlesOf(findings.map((finding) => similarityProfileOf(finding)));
  expect(bundles.map((bundle) => bundle.map(({ finding }) => finding.fingerprint.at(-1)))).toEqual([
    ['1', '3'],
    ['2', '4'],
  ]);
});
