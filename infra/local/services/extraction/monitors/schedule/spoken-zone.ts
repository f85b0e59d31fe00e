/** Zones by the short names people write. */
const SHORT: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  GMT: 'UTC',
  ET: 'America/New_York',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  CT: 'America/Chicago',
  PT: 'America/Los_Angeles',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  CET: 'Europe/Paris',
  CEST: 'Europe/Paris',
  BST: 'Europe/London',
  JST: 'Asia/Tokyo',
};

/** The IANA zone of this name in its usual spelling, or undefined. */
export function zoneOf(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Takes a zone out of a text: `UTC`, `(CET)`, `in Europe/Paris`, `New York time` is left alone. */
export function takeZone(text: string): { zone: string | undefined; rest: string } {
  const form = /\(?\b(?:in\s+)?(?:([A-Za-z]+(?:\/[A-Za-z_+-]+)+\d*)|([A-Z]{2,4}))\b\)?(?:\s+time\b)?/g;
  let zone: string | undefined;
  const rest = text.replaceAll(form, (whole, long: string | undefined, short: string | undefined) => {
    const named = long === undefined ? SHORT[short ?? ''] : zoneOf(long);
    zone ??= named;
    return named === undefined ? whole : ' ';
  });
  return { zone, rest };
}
