export type SpanUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

const UNITS: ReadonlyMap<string, SpanUnit> = new Map([
  ...named('second', 'seconds sec secs s'),
  ...named('minute', 'minutes min mins'),
  ...named('hour', 'hours hr hrs h'),
  ...named('day', 'days d'),
  ...named('week', 'weeks wk wks w'),
  ...named('month', 'months mo mos'),
  ...named('year', 'years yr yrs y'),
]);

function named(unit: SpanUnit, others: string): [string, SpanUnit][] {
  return [unit, ...others.split(' ')].map((name) => [name, unit]);
}

const NUMBERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    a: 1,
    an: 1,
    one: 1,
    two: 2,
    'a couple of': 2,
    couple: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    fourteen: 14,
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    sixty: 60,
    ninety: 90,
  }),
);

/** No phrase is longer, in UTF-16 units. Longer texts would take time to read. */
const LONGEST = 60;

/**
 * The span that an English phrase counts back from now (news service, dates in requests): `7 day ago`, `two days ago`,
 * `5 min ago`, `last week`, `past 24 hours`. Undefined for any other text.
 */
export function spokenSpan(text: string): { count: number; unit: SpanUnit } | undefined {
  if (text.length > LONGEST) return undefined;
  const phrase = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const form =
    /^(?:(?<ago>.+?) ?(?<agoUnit>[a-z]+) ago|(?:the )?(?:last|past|previous) (?:(?<last>.+?) )?(?<lastUnit>[a-z]+))$/;
  const { ago, agoUnit, last, lastUnit } = form.exec(phrase)?.groups ?? {};
  const unit = UNITS.get(agoUnit ?? lastUnit ?? '');
  const count = ago === undefined && last === undefined ? 1 : numberOf(ago ?? last ?? '');
  return unit === undefined || count === undefined ? undefined : { count, unit };
}

function numberOf(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : NUMBERS.get(text);
}
