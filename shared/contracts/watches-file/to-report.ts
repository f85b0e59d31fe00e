import type { Brand, ReportPlan } from '../../domain/reports/report-plan.ts';
import type { WatchesFile } from './file-schema.ts';
import { once } from './once.ts';
import { DEFAULT_ZONE } from './timetables.ts';

type Written = NonNullable<WatchesFile['reports']>[string];

const DEFAULT_DAYS = 7;

/** One report of a sound file, every default filled in. */
export function reportOf(id: string, { report, file }: { report: Written; file: WatchesFile }): ReportPlan {
  const brand = brandOf(report.brand, file);
  const channel = report.channel ?? file.defaults?.channel;
  if (channel === undefined)
    throw new Error(`the report ${id} names no channel: the rules of the file must be checked first`);
  return {
    id,
    brand,
    schedule: report.schedule,
    timezone: report.timezone ?? file.defaults?.timezone ?? DEFAULT_ZONE,
    days: report.period ?? DEFAULT_DAYS,
    channel,
    look: {
      title: report.title ?? `${brand.names[0] ?? brand.id} in the news`,
      ...(report.colour !== undefined && { colour: report.colour.toLowerCase() }),
      ...(report.logo !== undefined && { logo: report.logo }),
    },
    ...(report.disabled === true && { disabled: true }),
  };
}

/** A report may be about somebody whom a brand is compared with: whoever has a name has a report. */
function brandOf(id: string, { brands = {} }: WatchesFile): Brand {
  const own = brands[id];
  const asRival = Object.values(brands).flatMap(({ competitors = {} }) => competitors[id] ?? []);
  const competitors = Object.entries(own?.competitors ?? {}).map(([name, names]) => ({
    id: name,
    names: once(names),
  }));
  return { id, names: once(own?.names ?? asRival), exclude: once(own?.exclude ?? []), competitors };
}
