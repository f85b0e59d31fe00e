import { PROTOCOLS } from '../../../domain/alerts/message.ts';
import { TRANSPORTS } from '../../../domain/channels/transports.ts';
import { compareSeverity, type Severity } from '../../../domain/watches/watch.ts';
import { memberOf } from '../document/member-of.ts';
import type { Path, Problem } from '../problems/problem.ts';
import type { PartialFile } from '../schema/file-schema.ts';
import { namedChannels } from './channels-of.ts';
import { highestSeverity } from './raise-rules.ts';

/**
 * Warns of what none of the alerts reach: a watch whose only channel takes more severe ones, a channel that none of its
 * watches reaches, and a transport of a channel. Also of a brief in which nothing can wait.
 */
export function reachWarnings(file: PartialFile): Problem[] {
  return [...watchesWithoutReach(file), ...channelsWithoutReach(file)];
}

function watchesWithoutReach(file: PartialFile): Problem[] {
  return Object.entries(file.watches ?? {}).flatMap(([name, watch]): Problem[] => {
    const [channel, ...others] = namedChannels(watch, file);
    const least = channel === undefined ? undefined : file.channels?.[channel]?.min_severity;
    const severity = highestSeverity(watch, file);
    if (least === undefined || others.length > 0 || compareSeverity(severity, least) >= 0) return [];
    const what = `This watch never alerts: its severity is ${severity}, and the channel "${channel}" takes ${least} and above`;
    const hint = 'raise the severity of the watch, or lower min_severity of the channel';
    return [{ path: ['watches', name], atKey: true, what, hint }];
  });
}

function channelsWithoutReach(file: PartialFile): Problem[] {
  const watches = Object.values(file.watches ?? {}).map((watch) => ({
    channels: namedChannels(watch, file),
    severity: highestSeverity(watch, file),
  }));
  return Object.entries(file.channels ?? {}).flatMap(([name, channel]): Problem[] => {
    const on = watches.filter(({ channels }) => channels.includes(name));
    const [first, ...others] = on.map(({ severity }) => severity);
    if (first === undefined) return [];
    const highest = others.reduce((high, one) => (compareSeverity(one, high) > 0 ? one : high), first);
    const path = ['channels', name];
    const isSaid = on.every(({ channels }) => channels.length === 1);
    const whole = tooHigh(channel.min_severity, { highest, path, of: 'this channel' });
    if (whole.length > 0) return isSaid ? [] : whole;
    const parts = [...PROTOCOLS, ...TRANSPORTS].flatMap((part) =>
      tooHigh(severityIn(memberOf(channel, part)), {
        highest,
        path: [...path, part],
        of: `${part} of this channel`,
      }),
    );
    const isEmpty = channel.now === 'info';
    const what = 'The brief never holds an alert: `now: info` sends all of them at once';
    const brief = { path: [...path, 'now'], what, hint: 'write now: warning, or remove now and brief' };
    return isEmpty ? [...parts, brief] : parts;
  });
}

function severityIn(transport: unknown): Severity | undefined {
  const written = memberOf(transport, 'min_severity');
  return written === 'info' || written === 'warning' || written === 'critical' ? written : undefined;
}

function tooHigh(
  least: Severity | undefined,
  { highest, path, of }: { highest: Severity; path: Path; of: string },
): Problem[] {
  if (least === undefined || compareSeverity(highest, least) >= 0) return [];
  const what = `Nobody reaches ${of}: it takes ${least} and above, and its watches alert with ${highest} at most`;
  const hint = `raise the severity of a watch, add a rule such as raise: [{ to: ${least}, outlets: 10 }], or lower min_severity`;
  return [{ path: [...path, 'min_severity'], what, hint }];
}
