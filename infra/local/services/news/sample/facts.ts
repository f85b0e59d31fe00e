import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import type { Chance } from '../../kit/chance.ts';
import { between, pick, pickWeighted } from './draw.ts';
import { type Brand, BRANDS, CITIES, CITIZENS, type SampleTopic, THINGS, TOPICS } from './world.ts';

/** The facts of a story, the same in every language and outlet. */
export interface Facts {
  topicId: string;
  topic: SampleTopic;
  company: Brand;
  rival: Brand;
  city: (typeof CITIES)[number];
  person: string;
  product: string;
  thing: (typeof THINGS)[number];
  count: number;
  percent: number;
  months: number;
  /** In millions of dollars. */
  money: number;
  /** When it happened. */
  at: Instant;
}

const WEIGHTED_TOPICS = Object.entries(TOPICS).map(([id, topic]) => ({ id, topic, weight: topic.weight }));
const BUSINESS_TOPICS = WEIGHTED_TOPICS.filter(({ topic }) => topic.business);

/** Draws a story; with `company` it is about that company. */
export function drawFacts(at: Instant, { chance, company }: { chance: Chance; company?: Brand }): Facts {
  const drawn = pickWeighted(company ? BUSINESS_TOPICS : WEIGHTED_TOPICS, chance);
  const subject = company ?? pickWeighted(BRANDS, chance);
  return {
    topicId: drawn.id,
    topic: drawn.topic,
    company: subject,
    rival: pick(
      BRANDS.filter((brand) => brand !== subject),
      chance,
    ),
    city: pick(CITIES, chance),
    person: pick(drawn.topic.business ? subject.people : CITIZENS, chance),
    product: pick(subject.products, chance),
    thing: pick(THINGS, chance),
    count: between(2, 98, chance) * 10 ** between(1, 2, chance),
    percent: between(2, 35, chance),
    months: between(2, 18, chance),
    money: between(3, 95, chance) * (chance() < 0.3 ? 10 : 1),
    at,
  };
}
