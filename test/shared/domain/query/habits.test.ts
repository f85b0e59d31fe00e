import { describe, expect, it } from 'vitest';
import { meantQuery } from '../../../../shared/domain/query/habits.ts';
import { LINEAR_SECONDS, processorSeconds } from '../../../processor-time.ts';

const habitsOf = (q: string, langs: string[] = []) => {
  const { habits, corrected } = meantQuery(q, langs);
  return { at: habits.map(({ at }) => at), corrected };
};

describe('what people type and the service reads otherwise', () => {
  it.each([
    ['Acme and not comics', [5], 'Acme AND NOT comics'],
    ['"Acme Corp" or globex merger', [12], '"Acme Corp" OR (globex merger)'],
    ['(Acme or globex) and (merger or take over)', [6], '(Acme OR globex) AND (merger OR (take over))'],
    ['near("Acme Corp", "merger", 5)', [0], 'NEAR("Acme Corp", "merger", 5)'],
    ['“Acme Corp” OR globex', [0], '"Acme Corp" OR globex'],
    ['« Acme Corp » merger', [0], '"Acme Corp" merger'],
    ["merger 'Acme Corp'", [7], 'merger "Acme Corp"'],
    ['"Acme Corp” merger', [10], '"Acme Corp" merger'],
    ['“Acme Corp” and globex', [0, 12], '"Acme Corp" AND globex'],
    ['Acme –comics', [5], 'Acme -comics'],
    ['Yahoo! finance', [5], '"Yahoo!" finance'],
  ])('%s', (q, at, corrected) => {
    expect(habitsOf(q)).toEqual({ at, corrected });
  });

  it.each([
    ['"research and development" AND Acme'],
    ['"research and development"'],
    ['Acme || globex'],
    ['Acme -comics'],
    ["L'Oréal merger"],
    ['L’Oréal merger d’Acme'],
    ['or'],
    ['Orly andy nothing near'],
    ['*'],
    [''],
  ])('no false alarm: %s', (q) => {
    expect(meantQuery(q).habits).toEqual([]);
  });

  it.each([
    ['prix or argent', ['fr'], 'prix or argent'],
    ['Acme Not Hilfe', ['de'], 'Acme Not Hilfe'],
    ['Acme Not Hilfe', ['de', 'en'], 'Acme Not Hilfe'],
    ['Acme not comics', ['de', 'en'], 'Acme NOT comics'],
    ['acme and globex', ['da'], 'acme and globex'],
  ])('%s in %s', (q, langs, corrected) => {
    expect(habitsOf(q, langs).corrected).toBe(corrected);
  });

  it('takes time in proportion to the text', () => {
    const seconds = processorSeconds(() => {
      for (const piece of ['“', '‘a ', "'a ", '«  ', 'and ', '(or ', 'near(', 'a! ', ' -'])
        meantQuery(piece.repeat(8_000));
    });
    expect(seconds).toBeLessThan(LINEAR_SECONDS);
  });
});
