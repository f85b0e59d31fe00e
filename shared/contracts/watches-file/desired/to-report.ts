import { defined } from '../../../domain/lib/fields.ts';
import type { Brand, ReportPlan } from '../../../domain/reports/report-plan.ts';
import type { WatchesFile } from '../schema/file-schema.ts';
import { unique } from './unique.ts';
import { DEFAULT_ZONE } from '../schema/defaults.ts';

type Written = NonNullable<WatchesFile['reports']>[string];

const DEFAULT_DAYS = 7;

/** One report of a valid file, with every default filled in. */
export function reportOf(id: string, { report, file }: { report: Written; file: WatchesFile }): ReportPlan {
  const brand = brandOf(report.brand, file);
  const channel = report.channel ?? file.defaults?.channel;
  if (channel === undefined)
    throw new Error(`the report ${id} has no channel: check the rules of the file first`);
  return {
    id,
    brand,
    schedule: report.schedule,
    timezone: report.timezone ?? file.defaults?.timezone ?? DEFAULT_ZONE,
    days: report.period ?? DEFAULT_DAYS,
    channel,
    look: defined<ReportPlan['look']>({
      title: report.title ?? `${brand.names[0] ?? brand.id} in the news`,
      colour: report.colour?.toLowerCase(),
      logo: report.logo,
    }),
    ...(report.disabled === true && { disabled: true }),
  };
}

/** A report can be about a brand, or about a competitor of a brand. */
function brandOf(id: string, { brands = {} }: WatchesFile): Brand {
  const own = brands[id];
  const asCompetitor = Object.values(brands).flatMap(({ competitors = {} }) => competitors[id] ?? []);
  const competitors = Object.entries(own?.competitors ?? {}).map(([name, names]) => ({
    id: name,
    names: unique(names),
  }));
  return { id, names: unique(own?.names ?? asCompetitor), exclude: unique(own?.exclude ?? []), competitors };
}
