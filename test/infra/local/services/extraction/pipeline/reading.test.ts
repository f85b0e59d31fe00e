import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../../../../infra/local/services/extraction/pipeline/event-types.ts';
import { tellsOf } from '../../../../../../infra/local/services/extraction/pipeline/reading.ts';

const tells = (event: string, sentence: string) =>
  tellsOf(EVENT_TYPES.find(({ name }) => name === event)!, sentence);

describe('a sentence tells of an event', () => {
  it.each([
    ['data_breach', 'Hackers stole data of 3 million Globex customers'],
    ['data_breach', 'Postal service hacked after stamp sale'],
    ['data_breach', 'Shop chain Globex confirms data breach of loyalty cards'],
    ['layoff', 'Globex sacks 80 people'],
    ['acquisition', 'Acme to buy a stake in toy maker Globex'],
    ['fundraising', 'Solvane raises Rs 40 crore'],
    ['recall', 'Kestrel recalls 2,200 cars over brake risk'],
    ['strike', 'Flights cancelled as baggage handlers strike'],
    ['penalty', 'Regulator fines Globex 3 million euros'],
    ['earnings', 'Globex posts quarterly profit of $5 million'],
    ['executive_change', 'Globex names Jane Smith as CEO'],
    ['partnership', 'Acme ties up with Globex'],
    ['lawsuit', 'Acme sues Globex over patents'],
  ])('%s: %s', (event, sentence) => {
    expect(tells(event, sentence)).toBe(true);
  });

  it.each([
    ['data_breach', 'Captain fined for breach of the code of conduct'],
    ['data_breach', 'Bug could let hackers read mail'],
    ['data_breach', 'Camera details of the new phone leaked'],
    ['layoff', 'Poland refuses to play in the play-offs'],
    ['acquisition', 'Two merging galaxies seen by a telescope'],
    ['acquisition', 'Army to acquire new missiles'],
    ['fundraising', 'Mayor raises taxes by $2'],
    ['fundraising', 'Jane Smith secures $40 billion for her takeover bid'],
    ['recall', 'Singer recalls the day she met her idol'],
    ['recall', 'Skipper recalls how he lost 3 matches'],
    ['strike', 'Acme strikes a deal with port workers'],
    ['strike', 'Missile strike hits railway workers'],
    ['penalty', 'Player fined part of his match fee'],
    ['lawsuit', 'Clinical trial of a vaccine ends'],
    ['launch', 'Neighbour launches missile into the sea'],
  ])('%s not: %s', (event, sentence) => {
    expect(tells(event, sentence)).toBe(false);
  });
});
