import type { Channel } from '../../domain/channels/channel.ts';
import { decisionFor } from '../../domain/channels/plan-alerts.ts';
import { isBaseline, type StoredFinding } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { ItemDecision } from '../../domain/policies/policy.ts';
import { decisionOn, firstSeenKindOf } from '../../domain/policies/registry.ts';
import { DAY, type Instant } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';

// The values of which a watch alerts on the first appearance: outlets, authors, countries, companies.

/** So far back, what is stored counts as seen when a watch begins to look for first values. */
const LEARNED = 30 * DAY;

type ValuePorts = Pick<Ports, 'clock' | 'seenValues'>;

/**
 * Puts the values of findings on record that cause no alert themselves: those of a baseline, and of what the watch has found before it
 * looked for first values, once for each kind of value. Else every outlet would be new.
 */
export async function learnValues(
  ports: ValuePorts & Pick<Ports, 'findings'>,
  { watch, found, before }: { watch: Watch; found: readonly StoredFinding[]; before: Instant },
): Promise<void> {
  const kind = firstSeenKindOf(watch);
  if (kind === undefined) return;
  if ((await ports.seenValues.learned(watch.id)) !== kind) {
    const past = await ports.findings.foundIn(watch.id, { from: before - LEARNED, to: before - 1 });
    await learn(
      ports,
      watch,
      past.filter(({ verdict }) => verdict),
    );
    await ports.seenValues.noteLearned(watch.id, kind);
  }
  await learn(ports, watch, found.filter(isBaseline));
}

async function learn(ports: ValuePorts, watch: Watch, found: readonly StoredFinding[]): Promise<void> {
  await inParallel(found, async (member) => {
    const decision = decisionOn(watch, member.finding);
    if (decision.notify === 'first') await claimValues(ports, { watch, member, decision });
  });
}

/** By fingerprint: the values that findings are the first to bring. Only of those that may be notified of them. */
export async function claimFirstValues(
  ports: ValuePorts,
  { watch, found, channels }: { watch: Watch; found: readonly StoredFinding[]; channels: readonly Channel[] },
): Promise<Map<string, string[]>> {
  if (firstSeenKindOf(watch) === undefined) return new Map();
  const asked = found.flatMap((member) => {
    const decision = member.verdict ? undefined : decisionFor(watch, member.finding, channels);
    return decision?.notify === 'first' ? [{ member, decision }] : [];
  });
  // Findings with the same values ask one after the other: the first of them in order brings the values, however busy the table is.
  const alike = Map.groupBy(asked, ({ decision }) => decision.values.join('\n'));
  const claimed = await inParallel(alike.values(), async (group) => {
    const first: (readonly [string, string[]])[] = [];
    for (const { member, decision } of group)
      first.push([member.finding.fingerprint, await claimValues(ports, { watch, member, decision })]);
    return first;
  });
  return new Map(claimed.flat());
}

/**
 * The values of a finding that no other finding has brought, such as its outlet. Each is put on record in the name of this
 * finding, so that the same question gets the same answer.
 */
async function claimValues(
  { clock, seenValues: known }: ValuePorts,
  {
    watch,
    member,
    decision: { of, values },
  }: { watch: Watch; member: StoredFinding; decision: Extract<ItemDecision, { notify: 'first' }> },
): Promise<string[]> {
  const now = clock.now();
  const { fingerprint } = member.finding;
  const seen = { watchId: watch.id, of, fingerprint, now, until: now + watch.retention };
  const fresh: string[] = [];
  for (const value of values) if (await known.isFirst({ ...seen, value })) fresh.push(value);
  return fresh;
}
