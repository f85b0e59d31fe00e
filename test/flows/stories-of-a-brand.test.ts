import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';

const notifiesStories = (changes: Partial<Watch>) =>
  aWatch({ alert: { when: 'story', channel: 'press-team' }, ...changes });

describe('one brand in many headlines', () => {
  const HEADLINES = [
    'Initech takes back kettles over fire risk',
    'Initech to build plant in Leipzig',
    'Judge fines Initech for late accounts',
    'Initech staff vote for a strike',
    'Initech buys maker of toasters',
    'Children tour Initech workshop on open day',
  ];

  it('are as many stories, copies or not, from the first run on', async () => {
    const corpus = HEADLINES.flatMap((title, story) =>
      Array.from({ length: 5 }, (_, copy) => ({
        finding: aFinding(story * 5 + copy, {
          title: copy % 2 === 0 ? title : `UPDATE ${copy}: ${title}`,
          snippet: '',
          indexedAt: NOON - HOUR + (copy * 6 + story) * MINUTE,
        }),
      })),
    );
    const bench = await workbench({ watches: [notifiesStories({ query: { q: 'Initech' } })], corpus });
    expect(await bench.run()).toMatchObject({ new: 30, stories: 6, alerts: 6 });
  });

  it('that report one launch in different words within minutes are one story, once it is known what is usual', async () => {
    const before = [
      'Central bank leaves rates where they are',
      'Striker signs new contract until summer',
      'Storm closes schools along the coast',
      'Museum shows early maps of the harbour',
      'Farmers fear for their olive trees',
      'Court hears case on river pollution',
      'Bakers of the old town win prize',
      'Tunnel to the island opens in spring',
      'Choir looks for young voices',
      'New bus lines serve the valley',
    ];
    const launch = [
      'Initech Rocket lifts off from Kourou with weather satellite',
      'Weather satellite on its way after Initech Rocket launch in Kourou',
      'Kourou launch: what the Initech Rocket carries into orbit',
      'Initech Rocket carries weather satellite into orbit',
      'Live from Kourou: Initech Rocket and its satellite reach orbit',
    ];
    const corpus = [...before, ...launch].map((title, n) => ({
      finding: aFinding(n, {
        title,
        snippet: '',
        outlet: { domain: `outlet-${n}.example` },
        indexedAt: NOON + (n < before.length ? n * HOUR : before.length * HOUR + n * MINUTE),
      }),
    }));
    const bench = await workbench({ watches: [notifiesStories({ query: { q: '*' } })], corpus });
    let alerts = 0;
    for (let hour = 0; hour <= before.length + 1; hour += 1) {
      bench.clock.at = NOON + hour * HOUR + 30 * MINUTE;
      alerts += (await bench.run({}, `hour-${hour}`)).alerts;
    }
    expect(alerts).toBe(before.length + 1);
  });
});
