import { beforeAll, describe, expect, it } from 'vitest';
import {
  readApplyEnvironment,
  readDecideEnvironment,
  readDeliverEnvironment,
  readExtractionEnvironment,
  readInsertEnvironment,
  readLinkEnvironment,
  readPagesEnvironment,
  readReceiveEnvironment,
  readReconcileEnvironment,
  readReportEnvironment,
  readRunWatchEnvironment,
  readTransportQueueEnvironment,
  readTransportsEnvironment,
} from '../../shared/contracts/environment.ts';
import { ENV } from '../../shared/contracts/names.ts';
import { exactWords, type SharedStack, stackOf } from './synthesised.ts';

let dev: SharedStack;
beforeAll(async () => {
  dev = await stackOf('dev');
});

const environmentOf = (id: string): Record<string, string> => {
  const { Variables } = dev.resources('AWS::Lambda::Function')[id]!.Properties.Environment;
  return Object.fromEntries(Object.entries(Variables).map(([name, value]) => [name, exactWords(value)]));
};

/** What each function reads of its environment. */
const READERS: Readonly<Record<string, readonly ((environment: Record<string, string>) => unknown)[]>> = {
  RunWatch: [readRunWatchEnvironment, readTransportQueueEnvironment, readLinkEnvironment],
  DecideFindings: [readDecideEnvironment, readTransportQueueEnvironment, readLinkEnvironment],
  DeliverAlerts: [readDeliverEnvironment, readTransportQueueEnvironment, readLinkEnvironment],
  DeliverTransports: [readTransportsEnvironment, readLinkEnvironment],
  ApplyWatches: [readApplyEnvironment],
  Reconcile: [readReconcileEnvironment, readTransportQueueEnvironment, readLinkEnvironment],
  SubmitExtraction: [readExtractionEnvironment],
  PollExtraction: [readExtractionEnvironment],
  CollectExtraction: [readInsertEnvironment, readTransportQueueEnvironment, readLinkEnvironment],
  ReceiveDelivery: [readReceiveEnvironment],
  TakeDelivery: [readInsertEnvironment, readTransportQueueEnvironment, readLinkEnvironment],
  Pages: [readPagesEnvironment, readTransportQueueEnvironment, readLinkEnvironment],
  WriteReport: [readReportEnvironment, readTransportQueueEnvironment, readLinkEnvironment],
};

describe('the environment of each function', () => {
  it.each(Object.entries(READERS))('of %s has all that it reads before it starts', (id, readers) => {
    for (const read of readers) expect(read(environmentOf(id))).toBeDefined();
  });

  it('names the stack on all of them, which separates the metrics of stages', async () => {
    for (const stage of ['dev', 'prod']) {
      const functions = (await stackOf(stage)).resources('AWS::Lambda::Function');
      for (const id of Object.keys(READERS))
        expect(functions[id]!.Properties.Environment.Variables[ENV.service]).toBe(`bellwether-${stage}`);
    }
  });
});
