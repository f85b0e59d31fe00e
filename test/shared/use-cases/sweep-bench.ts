import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { HOUR } from '../../../shared/domain/time/instant.ts';
import { remindOfIncidents } from '../../../shared/use-cases/alerts/put-alerts.ts';
import { sendHeartbeats } from '../../../shared/use-cases/deliver/send-heartbeats.ts';
import { aChannel, aWatch } from '../../ports/examples.ts';
import { workbench } from './bench.ts';

/** A stack without articles, whose sweeps run hour by hour as `live` says. */
export const openSweeps = async (channels: readonly Partial<Channel>[] = [{}]) => {
  const bench = await workbench({ watches: [aWatch()], channels: channels.map(aChannel) });
  const writer = bench.ports;
  const subjects = () => bench.topic.published.map(({ channel, texts }) => `${channel}: ${texts.subject}`);
  /** Sweeps as the stack does, hour by hour. */
  const live = async (span: number) => {
    for (const end = bench.clock.at + span; bench.clock.at < end; bench.clock.at += HOUR) {
      await remindOfIncidents(writer);
      await sendHeartbeats(bench.ports, 'sweep');
      await bench.deliver('sweep');
    }
  };
  return { ...bench, writer, subjects, live };
};
