import { CfnParameter } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ENV } from '../../../shared/contracts/names.ts';
import { HEARTBEAT_PARAMETER } from '../../stack-parameters.ts';
import type { ServiceFunction } from '../functions/service-function.ts';

/**
 * Gives a function the address to call after each sweep that ended well. A service outside of AWS notices when the calls stop,
 * also when the account or the region is down. Empty: nothing is called.
 */
export function addDeadMansSwitch(scope: Construct, fn: ServiceFunction): void {
  const parameter = new CfnParameter(scope, 'Heartbeat', {
    description: "Address that is called after each sweep that ended well (dead-man's switch). May be empty",
    default: '',
    allowedPattern: '(https://\\S+)?',
    constraintDescription: 'an https address, or nothing',
    noEcho: true,
  });
  parameter.overrideLogicalId(HEARTBEAT_PARAMETER);
  fn.addEnvironment(ENV.heartbeat, parameter.valueAsString);
}
