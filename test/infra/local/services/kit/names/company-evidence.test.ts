import { describe, expect, it } from 'vitest';
import {
  companyEvidence,
  namesIn,
} from '../../../../../../infra/local/services/kit/names/company-evidence.ts';

describe('signs that a name is a company', () => {
  it.each([
    ['Solvane', 'The payments startup Solvane said so.'],
    ['Solvane', 'Solvane, an e-mail startup, said so.'],
    ['Solvane', 'Solvane Inc said so.'],
    ['Solvane', 'Shares of Solvane fell.'],
    ['Solvane', 'Solvane acquires Globex.'],
    ['Kestrel Motors', 'Kestrel Motors said so.'],
    ['Microsoft', 'Microsoft said so.'],
  ])('%s in: %s', (name, text) => {
    expect(companyEvidence(name, text)).toBeGreaterThan(0);
  });

  it.each([
    ['Solvane', 'Solvane is a small town by the sea.'],
    ['Elon Musk', 'The startup Elon Musk employees know.'],
    ['Mumbai', 'Mumbai employees strike.'],
    ['Ministry of Trade', 'Ministry of Trade acquires a tower.'],
    ['Reuters', 'The company Reuters, an agency, said so.'],
  ])('%s has none in: %s', (name, text) => {
    expect(companyEvidence(name, text)).toBe(0);
  });
});

it('names stand apart from what is beside them', () => {
  expect(namesIn('Shares of Kestrel Motors rose as Solvane CEO Jane Doe met Bank of Elbonia')).toEqual([
    'Kestrel Motors',
    'Solvane',
    'Jane Doe',
    'Bank of Elbonia',
  ]);
  expect(namesIn('Profits of lenders grew by a third: Acme Research')).not.toContain('Acme Research');
  expect(namesIn("After the storm, India's Solvane opened")).toEqual(['India', 'Solvane']);
});
