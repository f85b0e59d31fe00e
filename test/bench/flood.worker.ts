import { MINUTE } from '../../shared/domain/time/instant.ts';
import { posterOf, openLive } from '../journeys/live-stack.ts';

// A whole stack in a process of its own, for a bench that floods it from outside and measures its memory. Messages of
// the parent: `settle` waits until the queues are empty, and sends what is due; `known` with ids answers which of them
// are stored, and which are in more than one message; `end`.

const live = await openLive();
await live.sweepUntil(async () => (await live.client.monitors.list()).monitors.length === 1);
const { store, outputs } = live.stack.access;
// Makes the secret of the test known.
await posterOf(live);
const monitor = await store.resources.monitor('breaches');
process.send?.({ monitor: monitor?.monitor?.id, url: `${outputs.PagesUrl}/deliveries/breaches` });

type Order = { does: 'settle' } | { does: 'known'; ids: string[] } | { does: 'end' };
process.once('disconnect', () => process.exit());
process.on('message', (order: Order) => void obey(order));

/** The queues are empty, and three sweeps have sent what was due. */
async function sendAll(): Promise<void> {
  await live.settle();
  for (let sweep = 0; sweep < 3; sweep += 1) {
    await live.notify();
    live.leap(MINUTE);
  }
}

/** How many messages list the record. Its title names its id. */
function messagesAbout(id: string): number {
  return live.messages.filter((message) => JSON.stringify(message).includes(`Shop ${id} is breached`)).length;
}

async function obey(order: Order): Promise<void> {
  if (order.does === 'settle') await sendAll();
  const known = order.does === 'known' ? await store.findings.known('breaches', order.ids) : new Map();
  const { machine } = live.stack;
  const dead = machine.stack.queues.map(({ name }) => name).filter((name) => name.includes('Dead'));
  process.send?.({
    known: [...known.keys()],
    doubled: order.does === 'known' ? order.ids.filter((id) => messagesAbout(id) > 1) : [],
    dead: dead.reduce((sum, name) => sum + machine.queues.depth(name).ready, 0),
  });
  if (order.does !== 'end') return;
  await live.close();
  process.exit();
}
