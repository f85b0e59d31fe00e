import { troubleAlertOf } from '../../domain/alerts/alert.ts';
import { OPERATORS } from '../../domain/channels/channel.ts';
import type { Trouble } from '../../domain/incidents/incident.ts';
import type { Troubles } from '../ports/ports.ts';
import { putAlert, type Teller } from './put-alert.ts';
import { note, type Run } from '../context/run.ts';

type TroubleTeller = Teller & { ports: { troubles: Troubles } };

/** Opens a trouble and tells the operators once: a trouble that is open already keeps its first alert. */
export async function raiseTrouble(teller: TroubleTeller, trouble: Trouble): Promise<void> {
  const open = await teller.ports.troubles.raise(trouble);
  await putAlert(teller, troubleAlertOf(open, { channel: OPERATORS, cured: false, now: open.since }));
}

/** Ends a trouble and tells the operators that it is over. The alert goes first: its id is made of the trouble. */
export async function cureTrouble(teller: TroubleTeller, subject: string): Promise<void> {
  const { troubles, clock } = teller.ports;
  const open = await troubles.get(subject);
  if (!open) return;
  await putAlert(teller, troubleAlertOf(open, { channel: OPERATORS, cured: true, now: clock.now() }));
  await troubles.clear(subject);
}

/** A run that went through cures what its watch had raised. */
export async function cureTroubles(run: Run): Promise<void> {
  for (const subject of run.state.troubles) await cureTrouble(run, subject);
  note(run, { troubles: [] });
}
