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
function brandOf(id: string, file: WatchesFile): Brand {
  const own = file.brands?.[id];
  const competitors = Object.entries(own?.competitors ?? {}).map(([name, names]) => ({
    id: name,
    names: unique(names),
  }));
  return { id, names: namesOfBrand(id, file), exclude: unique(own?.exclude ?? []), competitors };
}

/** The names of a brand, or of a competitor of one, as the file lists them. */
export function namesOfBrand(id: string, { brands = {} }: WatchesFile): string[] {
  const asCompetitor = Object.values(brands).flatMap(({ competitors = {} }) => competitors[id] ?? []);
  return unique(brands[id]?.names ?? asCompetitor);
}
