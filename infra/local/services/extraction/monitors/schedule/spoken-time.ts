import { ScheduleFault } from './schedule-fault.ts';

/** A time of day. */
export interface SpokenTime {
  hour: number;
  minute: number;
}

const TIME =
  /\b(?:at\s+)?(?:(noon|midday|midnight)|(\d{1,2})[:h.](\d{2})\s*([ap])\.?m\b\.?|(\d{1,2})\s*([ap])\.?m\b\.?|(\d{1,2})[:h](\d{2})(?!\d)|(\d{1,2})\s*o'?clock|(?<=\bat\s+)(\d{1,2})(?![\d:]))/g;

/**
 * Takes the times of day out of a text: `9 AM`, `9:30pm`, `08:30`, `at 9`, `noon`. Gives them back with the rest. `place`
 * moves a time that says neither AM nor PM.
 *
 * @throws ScheduleFault for a time that does not exist, such as 25:00.
 */
export function takeTimes(
  text: string,
  place: (time: SpokenTime) => SpokenTime = (time) => time,
): { times: SpokenTime[]; rest: string } {
  const times: SpokenTime[] = [];
  const rest = text.replaceAll(TIME, (whole, ...groups: (string | undefined)[]) => {
    const [word, hour12m, minute12, half12m, hour12, half12, hour24, minute24, oclock, bare] = groups;
    if (word !== undefined) times.push({ hour: word === 'midnight' ? 0 : 12, minute: 0 });
    else if (hour12m !== undefined)
      times.push(twelve(whole, { hour: hour12m, minute: minute12, half: half12m }));
    else if (hour12 !== undefined) times.push(twelve(whole, { hour: hour12, minute: '0', half: half12 }));
    else times.push(place(day(whole, hour24 ?? oclock ?? bare, minute24)));
    return ' ';
  });
  return { times, rest };
}

function twelve(
  said: string,
  { hour, minute, half }: { hour: string; minute: string | undefined; half: string | undefined },
): SpokenTime {
  const number = Number(hour);
  if (number < 1 || number > 12) throw new ScheduleFault(`${said.trim()} is not a time of day`);
  return day(said, String((number % 12) + (half === 'p' ? 12 : 0)), minute);
}

function day(said: string, hour: string | undefined, minute: string | undefined): SpokenTime {
  const time = { hour: Number(hour), minute: Number(minute ?? 0) };
  if (time.hour > 23 || time.minute > 59) throw new ScheduleFault(`${said.trim()} is not a time of day`);
  return time;
}
