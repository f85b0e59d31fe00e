import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { policyOf } from '../../../shared/domain/policies/registry.ts';
import { ONE_WATCH, OPTIONS, stackCommand, unknownName } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { MOST_PAGES } from '../stack/try-out.ts';
import { makePreview, type Preview, stackForFeeds } from '../preview/make-preview.ts';
import { queryPath } from '../plan/print-advice.ts';
import {
  JUDGE_OPTIONS,
  judgedDocument,
  judgedPast,
  type JudgedPast,
  judgePast,
  noJudge,
  printJudged,
} from '../preview/judge-past.ts';
import { previewDocument, printPreview } from '../preview/print-preview.ts';
import { MONTH_DAYS, playWatch } from '../preview/would-send.ts';
import { printNumber } from '../print-values.ts';
import { pastSpan, TIME_FORMS } from '../read-span.ts';
import { readValidWatches } from '../read-file.ts';

/** More than 30 alerts a day are too many to read. */
const MOST_ALERTS = 1_000;

/** Shows what a watch of the file would find and alert on, before it is applied. */
export const preview = stackCommand({
  usage: 'preview WATCH [options]',
  about: `Tries a watch of the file on the past 30 days. Shows the matches by day, by outlet, country and language, the latest matches
with the words that matched, the alerts that its policy would have caused, and the cost per month in calls and SMS parts.
Costs 1 call, or 5 where there are more matches than a page has. With --from and --to
it lives through that span and lists in --json every alert with its time. Only 1 page of matches is read and grouped into stories, up to ${MOST_PAGES} for such a span, a watch with raise or --judge, each for 1 more call; larger numbers are estimates. Breaking news covers only the past 24 hours. Feeds that
no stack polls yet are read once, and nothing is stored. For
an extraction watch no job is started, because jobs cost credits: you see what its last jobs found, the advice of the
service on the query, its suggestions as YAML that you can copy into the file, and the cost. With --judge the model of the watch judges
the same days in shadow; what it says is kept in the data folder. Changes nothing. Exit code 1 when the watch would cause more than 1,000 alerts per
month or need more credits than the plan allows.`,
  options: {
    watches: OPTIONS.watches,
    from: {
      type: 'string',
      value: 'TIME',
      about: `try this span instead, from: ${TIME_FORMS}`,
    },
    to: { type: 'string', value: 'TIME', about: 'its end, exclusive (default now)' },
    ...JUDGE_OPTIONS,
  },
  takes: ONE_WATCH,
  async run({ values, positionals: [id = ''], stack: running }, world) {
    const { desired, placed } = await readValidWatches(values.watches ?? world.watchesFile, world);
    const placeOf = (id: string) => placed(queryPath(id));
    const watch = desired.watches.find((one) => one.id === id);
    const known = desired.watches.map((one) => one.id);
    if (!watch) throw unknownName(['watch', 'watches'], id, { known, where: 'the file' });
    const { stack, note } = await stackForFeeds(watch, { desired, stack: running, world });
    if (note !== undefined) world.stderr.write(note);
    const isSpan = values.from !== undefined || values.to !== undefined;
    const span = isSpan ? pastSpan(values, stack.now()) : undefined;
    if (values.judge && !watch.judge) throw noJudge(`Watch ${id} has no judge.`);
    const found = await makePreview(watch, {
      ...(span && { span }),
      readsAll: isSpan || values.judge === true,
      channels: desired.channels,
      stack,
      now: stack.now,
    });
    const judged = values.judge
      ? await judgePreview(found, { channels: desired.channels, stack, world, values, name: 'preview' })
      : [];
    if (!judged) return 1;
    return {
      text: `${printPreview(found, placeOf)}${judged.map(printJudged).join('')}`,
      document: {
        ...previewDocument(found, placeOf),
        ...(values.judge && { judge: judged.map(judgedDocument) }),
      },
      failure: (span ? undefined : floodOf(found)) ?? wasteOf(found),
    };
  },
});

/** What the judge of the watch says of what was found. Undefined: a person does not want it asked. */
async function judgePreview(
  { watch, tried }: Preview,
  { channels, ...given }: { channels: readonly Channel[] } & Parameters<typeof judgePast>[1],
): Promise<JudgedPast[] | undefined> {
  if (!tried) return [];
  const lived = await judgePast((models) => playWatch(watch, { tried, channels, models }), given);
  return lived && [await judgedPast(watch, { ...lived, ...given, span: tried.window })];
}

/** That the watch would cause too many alerts, with the number and a suggested fix. */
function floodOf({ watch, notified }: Preview): CliFailure | undefined {
  const { monthly } = notified ?? { monthly: 0 };
  if (monthly <= MOST_ALERTS) return undefined;
  const { calmer } = policyOf(watch.alert.when).preview ?? {};
  const narrow =
    watch.kind === 'breaking'
      ? 'filter by company (ORG_entity_name), theme or source rank (to_rank)'
      : 'narrow the query (a phrase, search_in: [title], to_rank)';
  return new CliFailure(
    `${watch.id} would cause about ${printNumber(monthly)} alerts per month, ${printNumber(Math.round(monthly / MONTH_DAYS))} per day. That is too many to read.`,
    {
      hint: `${calmer === undefined ? '' : `${calmer}, `}${narrow}, or alert on a count (alert: { when: volume }) or a spike`,
    },
  );
}

/** That its jobs need more credits than the plan allows, with the number and a suggested fix. */
function wasteOf({ watch, month: { runs, jobs }, plan }: Preview): CliFailure | undefined {
  const { allowed } = plan ?? {};
  if (jobs?.expected === undefined || allowed === undefined || jobs.expected <= allowed) return undefined;
  return new CliFailure(
    `${watch.id} would need ${printNumber(jobs.expected)} credits per month for ${printNumber(runs)} jobs. The plan allows ${printNumber(allowed)}.`,
    { hint: 'lower its limit, run it less often, or use a larger plan' },
  );
}
