import { describe, expect, it } from 'vitest';
import {
  companiesOf,
  mainCompany,
} from '../../../../../../infra/local/services/extraction/pipeline/company.ts';
import { EVENT_TYPES } from '../../../../../../infra/local/services/extraction/pipeline/event-types.ts';
import { readCluster } from '../../../../../../infra/local/services/extraction/pipeline/reading.ts';
import { article } from '../open-extraction.ts';

const companyOf = (event: string, title: string, { content = '', watched = [] as string[] } = {}) =>
  mainCompany(
    readCluster([article(title, { content })], {
      events: EVENT_TYPES.filter(({ name }) => name === event),
      watched,
    }),
  );

describe('the company of a record', () => {
  it.each([
    ['data_breach', 'Data breach at Kestrel Motors exposes 20,000 accounts', 'Kestrel Motors'],
    ['acquisition', 'Microsoft to acquire toy maker Solvane', 'Microsoft'],
    ['penalty', 'Regulator fines Solvane Inc 3 million euros', 'Solvane Inc'],
    ['fundraising', 'Tiger Global leads round as startup Solvane raises $12 million', 'Solvane'],
    ['earnings', "Kestrel Motors' Q4 net profit rises 22%", 'Kestrel Motors'],
    ['layoff', 'Reuters: Kestrel Motors to lay off 300 people', 'Kestrel Motors'],
    ['strike', 'Kestrel Airlines pilots on strike over pay', 'Kestrel Airlines'],
  ])('%s: %s', (event, title, company) => {
    expect(companyOf(event, title)).toBe(company);
  });

  it('is shown by the first sentences where the title names none', () => {
    const content = 'The Lyon-based toy maker Solvane laid off 40 people on Monday. Microsoft is a partner.';
    expect(companyOf('layoff', 'Forty jobs cut', { content })).toBe('Solvane');
  });

  it('is the one of the watchlist that the title names', () => {
    expect(companyOf('lawsuit', 'Microsoft sues Orbit', { watched: ['Orbit'] })).toBe('Orbit');
    expect(companyOf('lawsuit', 'Microsoft sues Orbit', { watched: ['Globex'] })).toBe('Microsoft');
  });

  it.each([
    ['penalty', 'Supreme Court fines the government'],
    ['layoff', 'Elon Musk says 300 jobs will be cut'],
    ['data_breach', 'Cyberattack hits Ministry of Trade in Elbonia'],
    ['strike', 'Teachers in Mumbai on strike'],
  ])('is nobody in: %s: %s', (event, title) => {
    expect(companyOf(event, title)).toBeUndefined();
  });

  it('is not the outlet that reports', () => {
    const one = article('Solvane News: strike at the port', {
      sourceName: 'Solvane News',
      content: 'Startup Solvane News said.',
    });
    expect(companiesOf(readCluster([one]))).toEqual([]);
  });
});
