import { expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { bundlesOf } from '../../../../shared/domain/stories/cluster-articles.ts';
import { similarityProfileOf } from '../../../../shared/domain/stories/similarity-profile.ts';
import { aFinding } from '../../../ports/examples.ts';
import { wordsOf } from '../../use-cases/news-of.ts';

const REPORT = `Acme Corp will close its turbine works in Leipzig, and unions protest. ${wordsOf('report', 150)}`;

const article = (n: number, title: string, changes: Partial<Finding> = {}) =>
  aFinding(n, { title, snippet: '', ...changes });

it('findings are bundled with those of their group, and with those that have their text', () => {
  const findings = [
    article(1, 'Acme Corp to close turbine works in Leipzig', { snippet: REPORT }),
    article(2, 'Globex opens a school for divers', { duplicateGroup: 'g' }),
    article(3, 'Unions protest against Acme Corp', { snippet: REPORT }),
    article(4, 'Divers welcome', { duplicateGroup: 'g' }),
  ];
  const bundles = bundlesOf(findings.map((finding) => similarityProfileOf(finding)));
  expect(bundles.map((bundle) => bundle.map(({ finding }) => finding.fingerprint.at(-1)))).toEqual([
    ['1', '3'],
    ['2', '4'],
  ]);
});
