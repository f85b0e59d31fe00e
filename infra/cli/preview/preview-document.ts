import { adviceDocument, type PlaceOfQuery } from '../plan/print-advice.ts';
import { timeOrNull } from '../print-values.ts';
import type { MatchGroups } from '../stack/group-matches.ts';
import type { Preview } from './make-preview.ts';
import { hitsByDay, latestOf } from './print-preview.ts';

/** The preview as JSON. What is not known is null. */
export function previewDocument(preview: Preview, placeOf: PlaceOfQuery): object {
  const { watch, tried, notified, month, caveats, past, advice, readers } = preview;
  const { runs, calls, jobs } = month;
  return {
    watch: watch.id,
    from: timeOrNull(tried?.window.from),
    to: timeOrNull(tried?.window.to),
    hits: tried?.hits ?? null,
    days: tried ? hitsByDay(tried) : [],
    ...(tried?.groups && { groups: groupsOf(tried.groups) }),
    findings: (tried ? latestOf(tried) : []).map(({ title, link, outlet, matched, indexedAt }) => ({
      title,
      link: link ?? null,
      domain: outlet?.domain ?? null,
      matched,
      indexedAt: timeOrNull(indexedAt),
    })),
    alerts: notified?.alerts ?? null,
    alertSamples: notified?.samples ?? [],
    hearers: notified?.hearers ?? [],
    caveats,
    month: {
      runs,
      calls,
      alerts: notified?.monthly ?? null,
      smsParts: smsPartsOf(preview),
      smsCost: notified?.smsCost ?? null,
      ...(jobs && { credits: jobs.credits, slotMinutes: jobs.slotMinutes }),
    },
    ...(advice && {
      jobsSoFar: past?.jobs ?? 0,
      questions: advice.map((question) => adviceDocument(question, placeOf)),
    }),
    ...(readers && {
      readers: {
        alerts: readers.alerts,
        acknowledged: readers.counts.acknowledge,
        storiesMuted: readers.counts['mute-story'],
        notRelevant: readers.counts['not-relevant'],
        outletsMuted: readers.counts['less-outlet'],
        exclude: readers.exclude,
      },
    }),
    previewCalls: tried?.calls ?? 0,
  };
}

function groupsOf({ source, country, language, counted }: MatchGroups): object {
  return { outlets: source, countries: country, languages: language, counted };
}

function smsPartsOf({ channel, notified }: Preview): number | null {
  if (channel.sms.length === 0) return 0;
  return notified?.smsParts ?? null;
}
