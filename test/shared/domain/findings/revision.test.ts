import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { revisionOf } from '../../../../shared/domain/findings/revision.ts';
import { aFinding, aStoredFinding, NOON } from '../../../ports/examples.ts';

const outlet = { domain: 'reuters.com', name: 'Reuters' };

/** What changed in a finding that was stored as `before` and is given as `after`. */
function changes(before: Partial<Finding>, after: Partial<Finding>) {
  const known = aStoredFinding(1, { finding: aFinding(1, { outlet, ...before }) });
  return revisionOf(known, aFinding(1, { outlet, ...after }), NOON);
}

describe('a headline that the service gives again', () => {
  const title = "UK's plan for AT&T is open";

  it.each([
    ['with the outlet behind it', `${title} - Reuters`],
    ['with another mark before the outlet', `${title} | Reuters.com`],
    ['with character references', 'UK&#39;s plan for AT&amp;T is open'],
    ['with references that lost their ampersand', 'UK#39;s plan for AT&T is open'],
    ['with tags', "<b>UK's</b> plan for AT&T is <i>open</i>"],
    ['with other blanks', " UK's plan\u00a0for  AT&T is\nopen"],
  ])('is the same %s, whichever was stored', (_name, written) => {
    expect(changes({ title: written }, { title })).toBeUndefined();
    expect(changes({ title }, { title: written })).toBeUndefined();
  });

  it('is the same when the outlet got its name only now, or lost it', () => {
    const unnamed = { outlet: { domain: 'news.example' } };
    expect(changes({ title: `${title} - Reuters`, ...unnamed }, { title })).toBeUndefined();
    expect(changes({ title }, { title: `${title} - Reuters`, ...unnamed })).toBeUndefined();
  });

  it.each([
    ['another word', "UK's plan for AT&T is closed"],
    ['another outlet behind it', `${title} - Bloomberg`],
    ['more of the sentence', `${title} - and paid`],
  ])('has changed with %s', (_name, next) => {
    expect(changes({ title }, { title: next })?.changes?.[0]?.facts).toEqual([
      { name: 'headline', from: title, to: next },
    ]);
  });

  it('is no change where only the hash of the content is another', () => {
    const known = { title: `${title} - Reuters`, contentHash: 'a' };
    expect(changes(known, { title, contentHash: 'b' })).not.toHaveProperty('changes');
    expect(
      changes({ ...known, facts: { amount: '1' } }, { title, contentHash: 'b', facts: { amount: '2' } })
        ?.changes,
    ).toMatchObject([{ facts: [{ name: 'amount', from: '1', to: '2' }] }]);
  });
});

describe('a record that another job gives again', () => {
  const [bare, named] = [{ contentHash: 'a' }, { contentHash: 'b', hashWithoutCompanies: 'a' }];

  it('has not changed where that job has recognised its company, which the finding gets', () => {
    const given = { ...named, companies: ['Acme'] };
    expect(changes(bare, given)).toEqual({ finding: aFinding(1, { outlet, ...given }) });
  });

  it('has not changed, and keeps its company, where that job has not recognised it', () => {
    expect(changes(named, bare)).toBeUndefined();
    expect(changes(named, named)).toBeUndefined();
  });

  it('has changed where anything else differs too, or the company is another one', () => {
    for (const given of [
      { contentHash: 'c', hashWithoutCompanies: 'd' },
      { contentHash: 'c', hashWithoutCompanies: 'a' },
    ]) {
      expect(changes(named, given)).toMatchObject({ changedAt: NOON });
    }
    expect(changes(bare, { contentHash: 'c', hashWithoutCompanies: 'd' })).toMatchObject({ changedAt: NOON });
  });
});
