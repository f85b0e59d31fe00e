import type { Alert } from '../../../shared/domain/alerts/alert.ts';
import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { countingOf } from '../../../shared/domain/policies/registry.ts';
import { DAY } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { MadeAlert } from '../replay/replayed-stack.ts';
import type { TriedOut } from '../stack/try-out.ts';
import { onceEach, playWatch } from './play-watch.ts';
import { type Hearer, wouldHear } from './would-hear.ts';

/** The alerts that a window would have caused. */
export interface WouldNotify {
  alerts: number;
  /** The same for 30 days. */
  monthly: number;
  /** Titles of findings that would have caused alerts, or texts of detections, the latest first. News text. */
  samples: readonly string[];
  /**
   * SMS parts per month to all numbers of the channel. Each alert counts alone, so groups and briefs only lower it.
   */
  smsParts: number;
  /** Cost of these parts, when the file has a price. */
  smsCost?: number;
  /** Who would have heard of them in a month: by channel, transport and address. */
  hearers: readonly Hearer[];
  /** The alerts, each once. */
  list: readonly MadeAlert[];
}

export const MONTH_DAYS = 30;
const MOST_SAMPLES = 10;

/** The alerts that a watch would have caused by its policy. Numbers of what was read are scaled to all matches. */
export async function wouldNotify(
  watch: Watch,
  {
    tried,
    channel,
    channels = [channel],
  }: { tried: TriedOut; channel: Channel; channels?: readonly Channel[] },
): Promise<WouldNotify> {
  const { window, findings, hits } = tried;
  const made = await playWatch(watch, { tried, channels });
  const list = onceEach(made);
  const share = countingOf(watch) ? 1 : Math.max(1, hits / Math.max(1, findings.length));
  const monthShare = (share * MONTH_DAYS * DAY) / (window.to - window.from);
  const monthly = Math.round(list.length * monthShare);
  const latest = list.slice(-MOST_SAMPLES).map(({ alert }) => alert);
  const hearers = wouldHear(made, { channels, share: monthShare });
  const own = hearers.filter((one) => one.channel === channel.name);
  const smsParts = own.reduce((sum, one) => sum + (one.smsParts ?? 0), 0);
  return {
    alerts: Math.round(list.length * share),
    monthly,
    samples: latest.toReversed().map(sampleOf),
    smsParts,
    hearers,
    list,
    ...(channel.smsPrice !== undefined && { smsCost: smsParts * channel.smsPrice }),
  };
}

function sampleOf({ items: [item], occasion }: Alert): string {
  return 'text' in occasion ? occasion.text : (item?.title ?? '');
}
