/** Letters that people write for a time zone, and a zone with summer time that has them. */
const LETTERS: Readonly<Record<string, string>> = {
  CET: 'Europe/Paris',
  CEST: 'Europe/Paris',
  MEZ: 'Europe/Berlin',
  MESZ: 'Europe/Berlin',
  BST: 'Europe/London',
  WET: 'Europe/Lisbon',
  WEST: 'Europe/Lisbon',
  EET: 'Europe/Athens',
  EEST: 'Europe/Athens',
  MSK: 'Europe/Moscow',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  ET: 'America/New_York',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  CT: 'America/Chicago',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  PT: 'America/Los_Angeles',
  JST: 'Asia/Tokyo',
  IST: 'Asia/Kolkata',
  SGT: 'Asia/Singapore',
  HKT: 'Asia/Hong_Kong',
  AEST: 'Australia/Sydney',
  AEDT: 'Australia/Sydney',
  Z: 'UTC',
  ZULU: 'UTC',
  'UTC+0': 'UTC',
  LOCAL: 'UTC',
};

/** `Europe/Paris` for `CEST` and for `Paris`. Undefined where no zone is meant. */
export function meantZone(written: string): string | undefined {
  const text = (written.split(',')[0] ?? written).trim();
  const known = LETTERS[text.toUpperCase()];
  if (known !== undefined) return known;
  const city = text.toLowerCase().replaceAll(/\s+/g, '_');
  return Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase().endsWith(`/${city}`));
}
