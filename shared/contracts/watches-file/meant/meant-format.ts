/** Values of a certain format: by what a value is called, the value that was probably meant, as YAML. */
const FORMATS: Readonly<Record<string, (value: string | number) => string | undefined>> = {
  duration: durationOf,
  'time of day': timeOf,
  'e-mail address': emailOf,
  'phone number': phoneOf,
  'https address': httpsOf,
  domain: domainOf,
};

/** The value that was probably meant, such as `15m` for the duration `15 min`. Undefined where nothing is likely. */
export function meantByNoun(noun: string, value: unknown): string | undefined {
  const isSimple = (typeof value === 'string' && value.length <= LONGEST) || typeof value === 'number';
  return isSimple ? FORMATS[noun]?.(value) : undefined;
}

/** Longer values have no likely meaning. */
const LONGEST = 300;

/** Seconds in a unit, by its first letter. */
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const PART = /(\d{1,9})\s*(weeks?|wks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)(?![a-z])/g;
const DURATION = new RegExp(`^(?:${PART.source.replaceAll('(?![a-z])', '')}[\\s,]*(?:and\\s+)?){1,4}$`);

function durationOf(value: string | number): string | undefined {
  const text = String(value).trim().toLowerCase();
  if (/^\d{1,6}$/.test(text)) return `${text}d for days, ${text}h for hours or ${text}m for minutes`;
  if (!DURATION.test(text)) return undefined;
  const parts = Array.from(text.matchAll(/(\d{1,9})\s*([wdhms])[a-z]*/g));
  const seconds = parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
  const [unit = 's', size = 1] =
    Object.entries(UNITS)
      .filter(([name]) => name !== 'w')
      .findLast(([, length]) => seconds % length === 0) ?? [];
  // `7d` says more than `168h`, but `24h` is what a reader of `24 hours` wrote.
  const [, , own = ''] = parts[0] ?? [];
  const keeps = parts.length === 1 && own !== 'w';
  return keeps ? `${Number(parts[0]?.[1])}${own}` : `${seconds / size}${unit}`;
}

function timeOf(value: string | number): string | undefined {
  const text = String(value).trim().toLowerCase().replaceAll('.', ':');
  const [, hours, minutes = '00', half] =
    /^(\d{1,2})(?:[:h](\d{2})?)?(?::\d{2})?\s*(am|pm|uhr|h)?$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const hour =
    half === 'pm' || half === 'am' ? (Number(hours) % 12) + (half === 'pm' ? 12 : 0) : Number(hours) % 24;
  const isTime = Number(hours) <= 24 && Number(minutes) < 60;
  return isTime ? `"${String(hour).padStart(2, '0')}:${minutes}"` : undefined;
}

function emailOf(value: string | number): string | undefined {
  const found = /[^\s@<>()[\]\\,;:"“”„«»‘’]{1,64}@[A-Za-z0-9.-]{1,200}\.[A-Za-z]{2,}/.exec(
    String(value),
  )?.[0];
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
