/** Values of a certain format: by what a value is called, the value that was probably meant, as YAML. */
const FORMATS: Readonly<Record<string, (value: string | number) => string | undefined>> = {
  duration: durationOf,
  'time of day': timeOf,
  'e-mail address': emailOf,
  'phone number': phoneOf,
  'https address': httpsOf,
  domain: domainOf,
  period: periodOf,
  colour: colourOf,
};

/** The value that was probably meant, such as `15m` for the duration `15 min`. Undefined where nothing is likely. */
export function meantByNoun(noun: string, value: unknown): string | undefined {
  const isSimple = (typeof value === 'string' && value.length <= LONGEST) || typeof value === 'number';
  return isSimple ? FORMATS[noun]?.(value) : undefined;
}

/** Longer values have no likely meaning. */
const LONGEST = 300;

/** Seconds in a unit, by its first letters. A month has 30 days. */
const UNITS: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  mo: 2_592_000,
  y: 31_536_000,
};
const UNIT =
  'months?|mos?|years?|yrs?|y|weeks?|wks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s';
const COUNT = String.raw`(\d{1,9}(?:\.\d{1,3})?)`;
const DURATION = new RegExp(`^(?:${COUNT}\\s*(?:${UNIT})[\\s,]*(?:and\\s+)?){1,4}$`);
const PART = new RegExp(`${COUNT}\\s*(mo|[wdhmsy])[a-z]*`, 'g');

function durationOf(value: string | number): string | undefined {
  const written = String(value).trim().toLowerCase();
  if (/^\d{1,6}$/.test(written))
    return `${written}d for days, ${written}h for hours or ${written}m for minutes`;
  if (NONE.has(written)) return '0s';
  // ISO 8601 writes P7D and PT15M, and others write -7d and now-7d for the past.
  const text = written.replace(/^(?:pt?|now\s*-|-|last\s)\s*(?=\d)/, '').replace(/\s+ago$/, '');
  if (!DURATION.test(text)) return undefined;
  const parts = Array.from(text.matchAll(PART));
  const seconds = parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
  const [unit = 's', size = 1] =
    Object.entries(UNITS)
      .filter(([name]) => OWN.has(name))
      .findLast(([, length]) => seconds % length === 0) ?? [];
  // `7d` says more than `168h`, but `24h` is what a reader of `24 hours` wrote.
  const [, count = '', own = ''] = parts[0] ?? [];
  const keeps = parts.length === 1 && OWN.has(own) && !count.includes('.');
  return keeps ? `${Number(count)}${own}` : `${Math.round(seconds / size)}${unit}`;
}

/** The units of the file. */
const OWN: ReadonlySet<string> = new Set(['s', 'm', 'h', 'd']);
const NONE: ReadonlySet<string> = new Set(['none', 'no', 'never', 'off', 'false', 'disabled', 'zero']);

function timeOf(value: string | number): string | undefined {
  const text = String(value)
    .trim()
    .toLowerCase()
    .replaceAll(/\b([ap])\.m\b\.?/g, '$1m')
    .replaceAll('.', ':');
  const [, digits, rest] = /^(\d{1,2})(\d{2})$/.exec(text) ?? [];
  const [, hours, minutes = '00', half] =
    /^(\d{1,2})(?:[:h](\d{2})?)?(?::\d{2})?\s*(am|pm|uhr|h|o'clock)?$/.exec(
      digits === undefined ? text : `${digits}:${rest}`,
    ) ?? [];
  if (hours === undefined) return undefined;
  const hour =
    half === 'pm' || half === 'am' ? (Number(hours) % 12) + (half === 'pm' ? 12 : 0) : Number(hours) % 24;
  const isTime = Number(hours) <= 24 && Number(minutes) < 60;
  return isTime ? `"${String(hour).padStart(2, '0')}:${minutes}"` : undefined;
}

/** Whole days, as a report covers them. */
function periodOf(value: string | number): string | undefined {
  const text = String(value).trim().toLowerCase();
  const known: Readonly<Record<string, string>> = {
    daily: '1d',
    weekly: '7d',
    week: '7d',
    monthly: '30d',
    month: '30d',
    quarterly: '90d',
  };
  if (Object.hasOwn(known, text)) return known[text];
  if (/^\d{1,3}$/.test(text)) return `${Number(text)}d`;
  const [, count, unit] = /^(\d{1,9})([hd])$/.exec(durationOf(text) ?? '') ?? [];
  const days = Number(count) / (unit === 'h' ? 24 : 1);
  return Number.isInteger(days) && days > 0 ? `${days}d` : undefined;
}

const COLOURS: Readonly<Record<string, string>> = {
  black: '#000000',
  blue: '#0000ff',
  green: '#008000',
  grey: '#808080',
  gray: '#808080',
  navy: '#000080',
  orange: '#ffa500',
  purple: '#800080',
  red: '#ff0000',
  teal: '#008080',
  yellow: '#ffff00',
};

/** `"#1f5fa9"` for `1f5fa9` and `#15a`; a name of CSS. */
function colourOf(value: string | number): string | undefined {
  const text = String(value).trim().toLowerCase();
  const digits = /^#?([\da-f]{3}|[\da-f]{6})$/.exec(text)?.[1];
  if (digits === undefined) return Object.hasOwn(COLOURS, text) ? `"${COLOURS[text]}"` : undefined;
  return `"#${digits.length === 3 ? Array.from(digits, (one) => one + one).join('') : digits}"`;
}

function emailOf(value: string | number): string | undefined {
  const written = String(value).replace(/\s*(?:\(at\)|\[at\]|\sat\s)\s*/, '@');
  const found = /[^\s@<>()[\]\\,;:"“”„«»‘’]{1,64}@[A-Za-z0-9.-]{1,200}\.[A-Za-z]{2,}/.exec(written)?.[0];
  return found === String(value) ? undefined : found;
}

function phoneOf(value: string | number): string | undefined {
  const [, digits = ''] = /^(?:tel:)?\s*(?:\+|00)(.*)$/.exec(String(value).trim()) ?? [];
  const number = digits.replaceAll(/\(0\)|[\s().\-/]/g, '');
  return /^[1-9]\d{6,14}$/.test(number) ? `"+${number}"` : undefined;
}

function httpsOf(value: string | number): string | undefined {
  const text = String(value).trim();
  if (/^https:/i.test(text) || text.includes('@')) return undefined;
  const rest = text.replace(/^http:\/\//i, '');
  return /^[\w.-]+\.[a-z]{2,}(?:[/?#]\S*)?$/i.test(rest) ? `https://${rest}` : undefined;
}

/** The domain of an address, without `www.`, which the service does not need. */
export function domainOf(value: string | number): string | undefined {
  const [, host] =
    /^(?:https?:\/\/)?(?:www\.)?((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24})(?:[/:?#].*)?$/i.exec(
      String(value).trim(),
    ) ?? [];
  return host?.toLowerCase();
}
