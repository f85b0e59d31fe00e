import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { typedKeys } from '../../../shared/domain/lib/fields.ts';
import { reportLink } from '../../../shared/domain/pages/signed-link.ts';
import {
  daysBefore,
  lengthOf,
  localDayOf,
  LONGEST_PERIOD,
  type Period,
} from '../../../shared/domain/reports/period.ts';
import {
  REPORT_FORMS,
  type ReportForm,
  type ReportPlan,
} from '../../../shared/domain/reports/report-record.ts';
import { DAY, dayAfter, dayOf, type Instant, isDay, SECOND } from '../../../shared/domain/time/instant.ts';
import { stackCommand, unknownName } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { plainText } from '../print-values.ts';
import type { Stack, WrittenReport } from '../stack/stack.ts';
import { withProgress } from '../terminal.ts';
import type { World } from '../world.ts';

/** How long one call may roll up days before it returns its progress. */
const PATIENCE = 20 * SECOND;

/** Writes a report now, and prints the link to it. */
export const report = stackCommand({
  usage: 'report REPORT [--period DAYS] [options]',
  about: `Writes a report of watches.yaml now, for its last scheduled period or for other days, and prints a link to it. It is not
sent to anyone. Days without a rollup are counted first, which takes longer for days with many findings.`,
  options: {
    period: {
      type: 'string',
      value: 'DAYS',
      about:
        'which days: 2026-11-16..2026-11-22, 2026-W47, 2026-11, or 7d for the 7 whole days before today (default: its last scheduled period)',
    },
    to: {
      type: 'string',
      value: 'FILE',
      about:
        'also write the report to this file; its ending says the form: .html, .txt, .json, .csv or .xlsx',
    },
    browse: { type: 'boolean', about: 'also open the report in a browser' },
    open: { type: 'boolean', about: 'as --browse' },
  },
  takes: { what: 'exactly one report', least: 1, most: 1 },
  async run({ values, positionals: [id = ''], stack }, world) {
    const form = values.to === undefined ? undefined : formOf(values.to);
    const plans = await stack.reportPlans.plans();
    const plan = plans.find((one) => one.id === id);
    const known = plans.map((one) => one.id);
    if (!plan) throw unknownName(['report', 'reports'], id, { known, where: stack.name });
    const period =
      values.period === undefined
        ? daysBefore(stack.now(), plan)
        : readPeriod(values.period, { timezone: plan.timezone, now: stack.now() });
    const written = await write(plan, { period, stack, world });
    const link = reportLink(written.recordId, await stack.pageLinks());
    const file = values.to === undefined ? undefined : resolve(world.folder, values.to);
    if (file !== undefined && form !== undefined)
      await writeFile(file, await stack.download(form === 'html' ? link : `${link}/${form}`));
    world.stderr.write(
      `${plan.look.title}, ${period.first} to ${period.last}: ${plainText(written.headline)}\n`,
    );
    const { first, last } = period;
    const document = { id, title: plan.look.title, first, last, headline: written.headline, link, file };
    if (values.browse || values.open) world.browse(link);
    return { text: `${link}\n`, document };
  },
});

/** The form of a report that the ending of a file says. */
function formOf(file: string): ReportForm {
  const form = typedKeys(REPORT_FORMS).find((one) => file.endsWith(`.${REPORT_FORMS[one].ending}`));
  if (form) return form;
  const endings = typedKeys(REPORT_FORMS).map((one) => `.${REPORT_FORMS[one].ending}`);
  throw new CliFailure(`Unknown form of report in --to ${plainText(file)}.`, {
    hint: `end the name of the file with one of ${endings.join(', ')}`,
  });
}

/** Calls the function until every day has a rollup; each call continues where the last one stopped. */
async function write(
  { id }: ReportPlan,
  { period, stack, world }: { period: Period; stack: Stack; world: World },
): Promise<WrittenReport> {
  return withProgress(world.stderr, async (show) => {
    show(`Writing ${id} …`);
    for (let rolledUp = 0; ; ) {
      const { first, last } = period;
      const answer = await stack.writeReport({ reportId: id, period: { first, last }, patience: PATIENCE });
      if (answer.status === 'written') return answer;
      rolledUp += answer.rolledUp;
      show(`Counting days: ${rolledUp} done, ${answer.left} left …`);
      if (answer.rolledUp === 0)
        throw new CliFailure(`Counting one day of ${id} takes too long.`, {
          hint: 'read the log of the function that writes reports',
        });
    }
  });
}

const FORMS =
  'write 2026-11-16..2026-11-22, 2026-11-16, 2026-W47, 2026-11, or 7d for the 7 whole days before today';

/**
 * The days that `--period` names, in a time zone. Weeks follow ISO 8601; a period that is not over ends today.
 *
 * @throws CliFailure for an invalid, future or too long period.
 */
export function readPeriod(text: string, { timezone, now }: { timezone: string; now: Instant }): Period {
  const days = daysNamed(text, { timezone, now });
  if (!days || days.first > days.last) throw new CliFailure(`Invalid --period "${text}".`, { hint: FORMS });
  const today = localDayOf(now, timezone);
  if (days.first > today) throw new CliFailure(`--period ${text} is in the future.`, { hint: FORMS });
  const last = days.last > today ? today : days.last;
  if (lengthOf({ ...days, last }) > LONGEST_PERIOD)
    throw new CliFailure(`--period ${text} is longer than ${LONGEST_PERIOD} days.`, {
      hint: 'write two reports with shorter periods',
    });
  return { first: days.first, last, timezone };
}

function daysNamed(
  text: string,
  { timezone, now }: { timezone: string; now: Instant },
): { first: string; last: string } | undefined {
  const [, count] = /^(\d{1,3})d$/.exec(text) ?? [];
  if (count !== undefined) return daysBefore(now, { days: Number(count), timezone });
  const [, year = '', week] = /^(\d{4})-W(\d{2})$/.exec(text) ?? [];
  if (week !== undefined) return isoWeek(Number(year), Number(week));
  const [month] = /^\d{4}-(?:0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (month !== undefined) return { first: `${month}-01`, last: lastOfMonth(month) };
  const [first = '', last = first, ...more] = text.split('..');
  return more.length === 0 && isDay(first) && isDay(last) ? { first, last } : undefined;
}

function lastOfMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return dayOf(Date.UTC(year, number, 0));
}

/** The week that holds the year's first Thursday is its first (ISO 8601). */
function isoWeek(year: number, week: number): { first: string; last: string } | undefined {
  if (week < 1 || week > 53) return undefined;
  const fourth = Date.UTC(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY + (week - 1) * 7 * DAY;
  const first = dayOf(monday);
  return dayAfter(first, 3).slice(0, 4) === String(year) ? { first, last: dayAfter(first, 6) } : undefined;
}
