import { Construct } from 'constructs';
import type { Service } from '../../shared/domain/lib/errors.ts';
import { FUNCTION_SETTINGS } from '../function-settings.ts';
import type { Stage } from '../stages.ts';
import type { Alarms } from './alarms.ts';
import { ProviderKey } from './provider-key.ts';
import { RunQueue } from './run-queues.ts';
import { ServiceAddress } from './service-address.ts';
import type { ServiceFunction } from './service-function.ts';

export interface ProviderProps {
  service: Service;
  stage: Stage;
  alarms: Alarms;
}

/** All that one upstream service needs here: its address, its key, and the queue of the runs that ask it. */
export class Provider extends Construct {
  readonly address: ServiceAddress;
  readonly key: ProviderKey;
  readonly runs: RunQueue;

  constructor(scope: Construct, id: string, { service, stage, alarms }: ProviderProps) {
    super(scope, id);
    this.address = new ServiceAddress(this, 'Address', { service });
    this.key = new ProviderKey(this, 'Key', { service, stage });
    this.runs = new RunQueue(this, 'Runs', {
      service,
      runTimeout: FUNCTION_SETTINGS['run-watch'].timeout,
      stage,
      alarms,
    });
  }

  /** Lets a function call the service. */
  grantCall(fn: ServiceFunction): void {
    this.address.notify(fn);
    this.key.grantRead(fn);
  }
}
