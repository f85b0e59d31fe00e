import { DAY, type Instant } from '../../../../../shared/domain/time/instant.ts';
import type { Chance } from '../../kit/clock.ts';
import {
  type Brand,
  BRANDS,
  CITIES,
  CITIZENS,
  INVESTORS,
  LEAKS,
  type NUMBERS,
  type SampleTopic,
  THINGS,
  TOPICS,
} from './world.ts';

/** The facts of a story, the same in every language and outlet. */
export interface Facts {
  topicId: string;
  topic: SampleTopic;
  company: Brand;
  /** A competitor of the same sector. */
  rival: Brand;
  city: (typeof CITIES)[number];
  chief: string;
  /** Who else speaks for the company. */
  officer: string;
  /** Who speaks where no company does, and who takes a post. */
  citizen: string;
  investor: string;
  product: string;
  thing: (typeof THINGS)[number];
  /** What attackers took. */
  leak: (typeof LEAKS)[number];
  /** `many` in thousands, `money` in millions of dollars. */
  numbers: Numbers;
  /** A second sum, in millions of dollars. */
  extra: number;
  /** When it happened. */
  at: Instant;
}

type Numbers = Readonly<Record<(typeof NUMBERS)[number], number>>;

/** What a story is about: a company, or a city. */
export interface Subject {
  topicId: string;
  company?: Brand;
  city?: (typeof CITIES)[number];
}

/** Draws the facts of a story. @throws TypeError for a topic that the sample does not have. */
export function drawFacts(at: Instant, { topicId, company, city }: Subject, chance: Chance): Facts {
  const topic = TOPICS[topicId];
  if (!topic) throw new TypeError(`no topic ${topicId}`);
  const subject = company ?? pick(BRANDS, chance);
  const rival = rivalOf(subject, chance);
  const place = city ?? pick(CITIES, chance);
  const thing = pick(
    THINGS.filter(
      (one) => one.sectors.includes(subject.sector) && (one.public === true || topicId !== 'contract'),
    ),
    chance,
  );
  const [chief, ...others] = subject.people;
  const numbers = {
    ...drawNumbers(topic, chance),
    ...sizesOf({ topicId, company: subject, rival, thing }, chance),
  };
  return {
    topicId,
    topic,
    company: subject,
    rival,
    city: place,
    chief,
    officer: pick(others, chance),
    citizen: citizenOf({ topicId, company, city: place }),
    investor: pick(INVESTORS, chance),
    product: pick(subject.products, chance),
    thing,
    leak: leakOf(subject, at),
    numbers,
    extra: inWords((numbers.money * between(30, 90, chance)) / 100),
    at,
  };
}

/** The breaches of a company lie weeks apart: one after another takes something else. */
function leakOf(company: Brand, at: Instant): Facts['leak'] {
  const number = Math.floor(at / (7 * DAY)) + BRANDS.indexOf(company);
  return pick([...LEAKS.slice(number % LEAKS.length), ...LEAKS], () => 0);
}

/** Competitors are of one sector. */
function rivalOf(company: Brand, chance: Chance): Brand {
  const others = BRANDS.filter((other) => other !== company && other.sector === company.sector);
  return pick(others, chance);
}

/** Whole numbers of two digits and noughts, as reports round them. */
function inWords(number: number): number {
  return Math.max(1, Math.round(Number(number.toPrecision(2))));
}

function drawNumbers({ numbers }: SampleTopic, chance: Chance): Numbers {
  const draw = (range: readonly [number, number] = [2, 12]) => {
    const [least, most] = range;
    // Small numbers are as frequent as large ones.
    return inWords(least * (most / least) ** chance());
  };
  return {
    count: draw(numbers.count),
    many: draw(numbers.many),
    percent: draw(numbers.percent),
    points: draw(numbers.points),
    months: draw(numbers.months),
    weeks: draw(numbers.weeks),
    hours: draw(numbers.hours),
    money: draw(numbers.money),
  };
}

interface Sized {
  topicId: string;
  company: Brand;
  rival: Brand;
  thing: (typeof THINGS)[number];
}

/**
 * Numbers that follow from the size of a company: whom it can lay off, what it can earn, and what a tariff is on
 * goods.
 */
function sizesOf({ topicId, company, rival, thing }: Sized, chance: Chance): Partial<Numbers> {
  const part = (of: number, least: number, most: number) =>
    inWords((of * between(least, most, chance)) / 1_000);
  switch (topicId) {
    case 'layoffs': {
      const count = part(company.staff, 15, 90);
      return {
        count,
        percent: Math.max(1, Math.round((count / company.staff) * 100)),
        money: inWords(count * 0.09),
      };
    }
    case 'funding':
      return { money: part(company.sales, 8, 50) };
    case 'tariffs':
      // A tariff on goods is one rate, whoever imports them.
      return { percent: 5 + (THINGS.indexOf(thing) % 6) * 5, money: part(company.sales, 4, 25) };
    case 'results':
      return { money: part(company.sales / 4, 50, 150) };
    case 'lawsuit':
      return { money: part(company.sales, 2, 20) };
    case 'takeover':
      return { count: part(rival.staff, 15, 70), money: part(rival.sales, 30, 120) };
    default:
      return {};
  }
}

/** A name for each post: a city keeps its mayor and its coach, and nobody has two posts. */
function citizenOf({ topicId, company, city }: Subject): string {
  const topics = Object.keys(TOPICS);
  const place = CITIES.findIndex(({ name }) => name === city?.name);
  const post = company ? BRANDS.indexOf(company) + topics.length : topics.indexOf(topicId);
  const number = place * (BRANDS.length + topics.length) + post;
  const { first, last } = CITIZENS;
  return `${first[number % first.length]} ${last[number % last.length]}`;
}

/** One of a list. @throws TypeError for an empty list. */
export function pick<Item>(list: readonly Item[], chance: Chance): Item {
  const item = list[Math.floor(chance() * list.length)];
  if (item === undefined) throw new TypeError('nothing to pick from');
  return item;
}

/** A list in a random order. */
export function shuffled<Item>(list: readonly Item[], chance: Chance): Item[] {
  return list
    .map((item) => ({ item, key: chance() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** A whole number from `least` to `most`, both included. */
export function between(least: number, most: number, chance: Chance): number {
  return least + Math.floor(chance() * (most - least + 1));
}
