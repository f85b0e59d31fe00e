import type { Alert } from '../../../shared/domain/alerts/alert.ts';
import { developmentSentence } from '../../../shared/render/message/describe-alert.ts';
import { adviceDocument, type PlaceOfQuery } from '../plan/print-advice.ts';
import { timeOrNull, withNulls } from '../print-values.ts';
import type { MatchGroups, TriedOut } from '../stack/try-out.ts';
import type { Preview } from './make-preview.ts';
import { hitsByDay, latestOf } from './print-preview.ts';
import type { WouldNotify } from './would-notify.ts';

/** The preview as JSON. What is not known is null. */
export function previewDocument(preview: Preview, placeOf: PlaceOfQuery): object {
  const { watch, channel, tried, notified, month, caveats, past, advice, readers } = preview;
  const { runs, calls, jobs } = month;
  return withNulls({
    watch: watch.id,
    from: timeOrNull(tried?.window.from),
    to: timeOrNull(tried?.window.to),
    hits: tried?.hits,
    days: tried ? hitsByDay(tried) : [],
    ...(tried?.groups && { groups: groupsOf(tried.groups) }),
    findings: (tried ? latestOf(tried) : []).map(({ title, link, outlet, matched, indexedAt }) =>
      withNulls({ title, link, domain: outlet?.domain, matched, indexedAt: timeOrNull(indexedAt) }),
    ),
    alerts: notified?.alerts,
    alertSamples: notified?.samples ?? [],
    alertList: notified && tried ? alertList(notified, tried) : [],
    hearers: notified?.hearers ?? [],
    caveats,
    month: withNulls({
      runs,
      calls,
      alerts: notified?.monthly,
      smsParts: channel.sms.length === 0 ? 0 : notified?.smsParts,
      smsCost: notified?.smsCost,
      ...(jobs && { credits: jobs.credits, slotMinutes: jobs.slotMinutes }),
    }),
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
  });
}

/** Each alert that would have been made, once, with the articles of its story then. */
function alertList({ list }: WouldNotify, { findings }: TriedOut): object[] {
  const links = new Map(findings.map(({ fingerprint, link }) => [fingerprint, link]));
  return list.map(({ at, alert, story }) =>
    withNulls({
      at: timeOrNull(at),
      occasion: alert.raised?.after ? 'climb' : alert.development ? 'development' : alert.occasion.type,
      severity: alert.severity,
      link: alert.items[0]?.link,
      title: alert.items[0]?.title,
      story: story?.id,
      links: (story?.articles ?? []).flatMap(({ fingerprint }) => links.get(fingerprint) ?? []),
      reason: reasonOf(alert),
    }),
  );
}

function reasonOf(alert: Alert): string {
  const { occasion, raised, severity, story } = alert;
  if ('text' in occasion) return occasion.text;
  const fresh = developmentSentence(alert);
  if (fresh !== undefined) return fresh;
  const by = raised?.by.map(({ name, value }) => `${name} ${value}`).join(', ');
  if (raised?.after)
    return `The story has climbed from ${raised.from} to ${severity}${by ? ` by ${by}` : ''}.`;
  return story ? 'The story is new to its channel.' : 'The finding is new.';
}

function groupsOf({ source, country, language, counted }: MatchGroups): object {
  return { outlets: source, countries: country, languages: language, counted };
}
