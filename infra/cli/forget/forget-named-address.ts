import { forgetAddress, readAddressTraces } from '../../../shared/use-cases/forget/forget-address.ts';
import type { ExitCode } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { plainText, printAmount } from '../print-values.ts';
import { leftOfAddress, printLeft } from './describe-forgetting.ts';
import { explainObstacle } from './explain-obstacle.ts';
import { type ForgetOrder, isConfirmed, writeResult } from './forget-order.ts';
import { readAddress } from './read-subject.ts';

/** How long it waits for an apply to end. */
const PATIENCE = 90_000;

/** Forgets an address of a subscriber. What waits for a confirmation, the stack forgets by itself later. */
export async function forgetNamedAddress(order: ForgetOrder): Promise<ExitCode> {
  const { named, stack, ports } = order;
  const address = readAddress(named.name);
  const { channels, subscriptions, record, silences } = await readAddressTraces(address, ports);
  if (channels.length > 0) throw stillNamed(channels, order);
  const isSms = address.protocol === 'sms';
  if (subscriptions.length + silences.length === 0 && !record) {
    const left = leftOfAddress({ isPending: false, isSms });
    const forgotten = { subscriptions: 0, records: 0, silences: 0 };
    const text = `Nothing is stored of address ${plainText(named.name)} in ${stack.name}.\n${printLeft(left)}`;
    writeResult({ forgotten, pending: false, left }, { order, text });
    return 0;
  }
  const lines = [
    `${printAmount(subscriptions.length, 'subscription')}; to receive alerts again it must confirm again`,
    ...(record ? ['the record that the stack subscribed it'] : []),
    ...(silences.length > 0 ? [`its name in ${printAmount(silences.length, 'silence')}`] : []),
  ];
  const list = `This removes address ${plainText(named.name)} from ${stack.name}:\n${lines.map((line) => `  ${line}\n`).join('')}`;
  if (!(await isConfirmed(list, order))) return 1;
  const outcome = await forgetAddress(address, ports, { deadline: ports.clock.now() + PATIENCE });
  if (outcome.status === 'blocked') {
    if (outcome.obstacle.by === 'file') throw stillNamed(outcome.obstacle.channels, order);
    throw explainObstacle(outcome.obstacle, stack.name);
  }
  const { isPending } = outcome;
  const left = leftOfAddress({ isPending, isSms });
  const forgotten = {
    subscriptions: outcome.subscriptions,
    records: record && !isPending ? 1 : 0,
    silences: outcome.silences,
  };
  const done = isPending
    ? `${stack.name} ends the subscription of ${plainText(named.name)} as soon as it can.\n`
    : `Done: ${stack.name} has nothing stored of address ${plainText(named.name)}.\n`;
  writeResult({ forgotten, pending: isPending, left }, { order, text: `${done}${printLeft(left)}` });
  return 0;
}

function stillNamed(channels: readonly string[], { stack }: ForgetOrder): CliFailure {
  const names = channels.map(plainText).join(', ');
  const which = channels.length === 1 ? `Channel ${names} still names` : `Channels ${names} still name`;
  return new CliFailure(`${which} this address in ${stack.name}. Nothing was changed.`, {
    hint: 'remove it from watches.yaml and run bellwether apply, then run forget again',
  });
}
