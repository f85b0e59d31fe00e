import { lookUp } from '../../../../../shared/domain/lib/fields.ts';

/** Zones by the short names people write. */
const SHORT: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  GMT: 'UTC',
  ET: 'America/New_York',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  CT: 'America/Chicago',
  MT: 'America/Denver',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  PT: 'America/Los_Angeles',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  CET: 'Europe/Paris',
  CEST: 'Europe/Paris',
  EET: 'Europe/Athens',
  EEST: 'Europe/Athens',
  BST: 'Europe/London',
  IST: 'Asia/Kolkata',
  SGT: 'Asia/Singapore',
  HKT: 'Asia/Hong_Kong',
  JST: 'Asia/Tokyo',
  AEST: 'Australia/Sydney',
  AEDT: 'Australia/Sydney',
};

/** Zones by the names people say before `time`. */
const SPOKEN: Readonly<Record<string, string>> = {
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
  'central european': 'Europe/Paris',
  'eastern european': 'Europe/Athens',
  'greenwich mean': 'UTC',
  'coordinated universal': 'UTC',
  universal: 'UTC',
  british: 'Europe/London',
  uk: 'Europe/London',
  indian: 'Asia/Kolkata',
  japan: 'Asia/Tokyo',
  washington: 'America/New_York',
  boston: 'America/New_York',
  miami: 'America/New_York',
  atlanta: 'America/New_York',
  dallas: 'America/Chicago',
  houston: 'America/Chicago',
  'san francisco': 'America/Los_Angeles',
  seattle: 'America/Los_Angeles',
  frankfurt: 'Europe/Berlin',
  munich: 'Europe/Berlin',
  hamburg: 'Europe/Berlin',
  geneva: 'Europe/Zurich',
  milan: 'Europe/Rome',
  barcelona: 'Europe/Madrid',
  mumbai: 'Asia/Kolkata',
  delhi: 'Asia/Kolkata',
  bangalore: 'Asia/Kolkata',
  beijing: 'Asia/Shanghai',
};

/** Zones by their city, in small letters: `new york`. */
const CITIES: ReadonlyMap<string, string> = new Map([
  ...Intl.supportedValuesOf('timeZone').map((zone) => [cityOf(zone), zone] as const),
  ...Object.entries(SPOKEN),
]);

function cityOf(zone: string): string {
  return zone
    .slice(zone.lastIndexOf('/') + 1)
    .replaceAll('_', ' ')
    .toLowerCase();
}

/** The IANA zone of this name in its usual spelling, or undefined. */
export function zoneOf(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Takes a zone out of a text: `UTC`, `(CET)`, `in Europe/Paris`, `New York time`, `in London`. */
export function takeZone(text: string): { zone: string | undefined; rest: string } {
  const form = /\(?\b(?:in\s+)?(?:([A-Za-z]+(?:\/[A-Za-z_+-]+)+\d*)|([A-Za-z]{2,4}))\b\)?(?:\s+time\b)?/g;
  let zone: string | undefined;
  const rest = text.replaceAll(form, (whole, long: string | undefined, short: string | undefined) => {
    const named = long === undefined ? lookUp(SHORT, (short ?? '').toUpperCase()) : zoneOf(long);
    zone ??= named;
    return named === undefined ? whole : ' ';
  });
  return zone === undefined ? takeCity(text) : { zone, rest };
}

/** A city or a spoken name with `in` before it or `time` after it; up to three words. */
function takeCity(text: string): { zone: string | undefined; rest: string } {
  const forms = [
    /(?<![\p{L}'])((?:[\p{L}.]+\s+){0,2}[\p{L}.]+)\s+(?:(?:standard|daylight|local|summer)\s+)?time\b/giu,
    /\bin\s+((?:[\p{L}.]+\s+){0,2}[\p{L}.]+)/giu,
  ];
  for (const form of forms) {
    for (const { 0: whole, 1: said = '', index } of text.matchAll(form)) {
      const found = longestCity(said, whole.toLowerCase().startsWith('in'));
      if (!found) continue;
      const end = index + whole.length;
      const [before, after] = found.left;
      return { zone: found.zone, rest: `${text.slice(0, index)} ${before} ${after} ${text.slice(end)}` };
    }
  }
  return { zone: undefined, rest: text };
}

/** The most words at the end, or with `in` before them at the start, that are a city; and the words that are left. */
function longestCity(said: string, atStart: boolean): { zone: string; left: [string, string] } | undefined {
  const words = said.split(/\s+/);
  for (let count = words.length; count > 0; count -= 1) {
    const taken = atStart ? words.slice(0, count) : words.slice(-count);
    const zone = CITIES.get(taken.join(' ').toLowerCase());
    if (zone === undefined) continue;
    const left = (atStart ? words.slice(count) : words.slice(0, -count)).join(' ');
    return { zone, left: atStart ? ['', left] : [left, ''] };
  }
  return undefined;
}
