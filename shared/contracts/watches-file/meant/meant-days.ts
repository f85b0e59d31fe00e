const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Words that say nothing about the time. */
const FILLERS: ReadonlySet<string> = new Set(
  "every each on at the and in um from o'clock uhr once per only cron time times".split(' '),
);
const ALL_DAYS: ReadonlySet<string> = new Set('daily day days everyday'.split(' '));
const GROUPS: Readonly<Record<string, string>> = {
  weekday: 'MON-FRI',
  weekdays: 'MON-FRI',
  workday: 'MON-FRI',
  workdays: 'MON-FRI',
  working: 'MON-FRI',
  business: 'MON-FRI',
  'mon-fri': 'MON-FRI',
  weekend: 'SAT,SUN',
  weekends: 'SAT,SUN',
};
const TIMES: Readonly<Record<string, string>> = {
  morning: '8:00',
  mornings: '8:00',
  noon: '12:00',
  midday: '12:00',
  evening: '18:00',
  evenings: '18:00',
  night: '22:00',
  midnight: '0:00',
};

/** In minutes of the day, without one where only days are said: most people read news in the morning. */
const MORNING = 8 * 60;

/**
 * The schedule of days and times in words: `daily at 8`, `weekdays at 8:30`, `mondays at 5 pm`, `08:00 and 18:00`. Undefined
 * where a word has another meaning, and for a lone number, which could be anything.
 */
export function cronFromWords(text: string): string | undefined {
  const days: string[] = [];
  const minutes: number[] = [];
  let isEveryDay = false;
  let isTime = false;
  for (const word of wordsOf(text)) {
    const day = DAYS.find((name) => isDay(word, name));
    const group = GROUPS[word];
    const [, hours, minute = '00', half] =
      /^(\d{1,2})(?:[:.h](\d{2})?)?(am|pm)?$/.exec(TIMES[word] ?? word) ?? [];
    if (FILLERS.has(word)) continue;
    if (ALL_DAYS.has(word)) isEveryDay = true;
    else if (group !== undefined) days.push(group);
    else if (day !== undefined) days.push(day);
    else if (hours !== undefined && isClock(Number(hours), { minute: Number(minute), half }))
      minutes.push(minuteOfDay(Number(hours), { minute: Number(minute), half }));
    else return undefined;
    isTime ||=
      hours !== undefined && (half !== undefined || /[:.h]/.test(word) || Object.hasOwn(TIMES, word));
  }
  if (!isTime && !isEveryDay && days.length === 0) return undefined;
  if (minutes.length === 0 && isEveryDay && days.length === 0) return undefined;
  const times = minutes.length === 0 ? [MORNING] : minutes;
  const [first = MORNING] = times;
  if (times.some((one) => one % 60 !== first % 60)) return undefined;
  const hours = times.map((one) => Math.floor(one / 60)).join(',');
  const weekdays = [...new Set(days)].join(',');
  return `cron(${first % 60} ${hours} ${weekdays === '' ? '* * ?' : `? * ${weekdays}`} *)`;
}

/** Words and times, with `5 pm` and `5 p.m.` as one word. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(/\b([ap])\.?m\b\.?/g, '$1m')
    .replaceAll(/(\d) +([ap]m)\b/g, '$1$2')
    .split(/[\s,&+]+/)
    .filter((word) => word !== '');
}

/** `mon`, `monday`, `mondays`. */
function isDay(word: string, name: string): boolean {
  const short = name.toLowerCase();
  return word.startsWith(short) && /^(?:|s|day|nesday|rsday|urday|sday)s?$/.test(word.slice(3));
}

function isClock(hours: number, { minute, half }: { minute: number; half: string | undefined }): boolean {
  return minute < 60 && (half === undefined ? hours < 24 : hours >= 1 && hours <= 12);
}

function minuteOfDay(hours: number, { minute, half }: { minute: number; half: string | undefined }): number {
  const hour = half === undefined ? hours : (hours % 12) + (half === 'pm' ? 12 : 0);
  return hour * 60 + minute;
}

/** One schedule for several with the same fields except one: `cron(0 8,18 * * ? *)`. */
export function joinedCrons(crons: readonly string[]): string | undefined {
  const rows = crons.map((cron) => /^cron\((.*)\)$/.exec(cron)?.[1]?.split(/\s+/) ?? []);
  const [first = []] = rows;
  if (rows.length < 2 || rows.some((fields) => fields.length !== first.length)) return undefined;
  const columns = first.map((_, n) => [...new Set(rows.map((fields) => fields[n] ?? ''))]);
  const differing = columns.filter((values) => values.length > 1);
  if (differing.length !== 1 || differing[0]?.some((value) => /[?*]/.test(value))) return undefined;
  return `cron(${columns.map((values) => values.join(',')).join(' ')})`;
}
