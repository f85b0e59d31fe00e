import { expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { bundlesOf } from '../../../../shared/domain/stories/cluster-articles.ts';
import { rarityOf } from '../../../../shared/domain/stories/article-words.ts';
import { aFinding } from '../../../ports/examples.ts';
import { wordsOf } from '../../use-cases/news-of.ts';
import { profileOf } from './profile-of.ts';

const REPORT = `Acme Corp will close its turbine works in Leipzig, and unions protest. ${wordsOf('report', 150)}`;

const article = (n: number, title: string, changes: Partial<Finding> = {}) =>
  aFinding(n, { title, snippet: '', ...changes });

/** Which articles are in one bundle, by the last digit of their fingerprints. */
const bundlesIn = (findings: readonly Finding[]) =>
  bundlesOf(
    findings.map((finding) => profileOf(finding)),
    rarityOf,
  ).map((bundle) => bundle.map(({ finding }) => finding.fingerprint.at(-1)));

it('findings are bundled with those of their group, and with those that have their text', () => {
  const findings = [
    article(1, 'Acme Corp to close turbine works in Leipzig', { snippet: REPORT }),
    article(2, 'Globex opens a school for divers', { duplicateGroup: 'g' }),
    article(3, 'Unions protest against Acme Corp', { snippet: REPORT }),
    article(4, 'Divers welcome', { duplicateGroup: 'g' }),
  ];
  expect(bundlesIn(findings)).toEqual([
    ['1', '3'],
    ['2', '4'],
  ]);
});

it('findings with one text are bundled under a title of which it says nothing, if their outlets differ', () => {
  const from = (domain: string, n: number, title: string) =>
    article(n, title, { snippet: REPORT, outlet: { domain } });
  const first = from('first.example', 1, 'Acme Corp to close turbine works in Leipzig');
  expect(bundlesIn([first, from('second.example', 2, 'Why the north loses out')])).toEqual([['1', '2']]);
  expect(bundlesIn([first, from('first.example', 3, 'Why the north loses out')])).toEqual([['1'], ['3']]);
});

it('findings of one form whose titles and texts name other places are not bundled', () => {
  const at = (n: number, place: string) =>
    article(n, `Acme Corp to close turbine works in ${place}`, {
      snippet: REPORT.replaceAll('Leipzig', place),
    });
  expect(bundlesIn([at(1, 'Leipzig'), at(2, 'Rostock')])).toEqual([['1'], ['2']]);
});
