import { Construct } from 'constructs';
import type { UpstreamService } from '../../../shared/domain/lib/errors.ts';
import type { Stage } from '../../stages/read-stage.ts';
import type { Alarms } from '../alarms/alarms.ts';
import { ProviderKey } from './provider-key.ts';
import { RunQueue } from '../messaging/run-queue.ts';
import { ServiceAddress } from './service-address.ts';
import type { ServiceFunction } from '../functions/service-function.ts';

export interface ProviderProps {
  service: UpstreamService;
  stage: Stage;
  alarms: Alarms;
}

/** What the stack has for one upstream service: its address, its key, and the queue of its runs. */
export class Provider extends Construct {
  /** False: the stage does not use the service. Its queue stays, so that what waits there is not lost; nothing reads it. */
  readonly isUsed: boolean;
  readonly address: ServiceAddress;
  /** Undefined for a service that the stage does not use. */
  readonly key: ProviderKey | undefined;
  readonly runs: RunQueue;

  constructor(scope: Construct, id: string, { service, stage, alarms }: ProviderProps) {
    super(scope, id);
    this.address = new ServiceAddress(this, 'Address', { service, stage });
    this.isUsed = !stage.unused.includes(service);
    this.key = this.isUsed ? new ProviderKey(this, 'Key', { service, stage }) : undefined;
    this.runs = new RunQueue(this, 'Runs', { service, stage, alarms });
  }

  /** Lets a function take the runs of the service. */
  feed(fn: ServiceFunction): void {
    if (this.isUsed) this.runs.feed(fn);
  }

  /** Lets a function call the service. */
  grantCall(fn: ServiceFunction): void {
    this.address.give(fn);
    this.key?.grantRead(fn);
  }
}
