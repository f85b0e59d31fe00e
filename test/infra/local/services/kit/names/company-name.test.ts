import { describe, expect, it } from 'vitest';
import {
  companyAfter,
  companyBefore,
  companyKey,
} from '../../../../../../infra/local/services/kit/names/company-name.ts';

describe('the company in front of a verb', () => {
  it.each([
    ['Swedish fintech Globex will', 'Globex'],
    ['Fruit-owned Lumina Foods', 'Lumina Foods'],
    ["Jane Smith's Tunnel Company", 'Tunnel Company'],
    ["India's Solvane", 'Solvane'],
    ['Solvane, the company behind Chirp, Hoot and Tweetle, is', 'Solvane'],
    ['Globex boss John Smith has a bad feeling and wants to', 'Globex'],
    ['Puzzle maker Globex', 'Globex'],
    ['Carnage continues as Globex', 'Globex'],
    ["Levi's", "Levi's"],
    ['Solvane inks a pact with Globex', 'Solvane'],
    ['Edtech unicorn Solvane follows Globex, Lido Learning,', 'Solvane'],
    ["Solvane's Jane Smith", 'Solvane'],
    ['Elon Musk', undefined],
    ['Rishabh Pant', undefined],
    ['Government', undefined],
    ['As Moscow', undefined],
    ['Reuters', undefined],
    ['Early', undefined],
    ['The High Court', undefined],
  ])('of %j is %j', (text, company) => {
    expect(companyBefore(text)).toBe(company);
  });
});

describe('the company behind a preposition', () => {
  it.each([
    ['the retailer Globex exposes data', 'Globex'],
    ["India's Solvane in May", 'Solvane'],
    ["Globex's customers", 'Globex'],
    ["McDonald's", "McDonald's"],
    ['its Internal Tools', undefined],
    ['to its Internal Tools', undefined],
    ['Brazil', undefined],
    ['the ministry of health', undefined],
    ['Geneva Conventions', undefined],
  ])('of %j is %j', (text, company) => {
    expect(companyAfter(text)).toBe(company);
  });
});

it('names of one company are compared without article and legal form', () => {
  expect(['The Acme Corp.', 'ACME', 'Acme Inc'].map(companyKey)).toEqual(['acme', 'acme', 'acme']);
});
