import { GetScheduleCommand, ListSchedulesCommand } from '@aws-sdk/client-scheduler';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { MotoWorld } from './moto-world.ts';

/** The names of the schedules of the stack's group. */
export async function scheduleNames({ clients, outputs }: MotoWorld): Promise<string[]> {
  const { Schedules = [] } = await clients.scheduler.send(
    new ListSchedulesCommand({ GroupName: outputs.ScheduleGroup }),
  );
  return Schedules.map(({ Name = '' }) => Name).toSorted();
}

/** Does what the scheduler does at the time of a schedule, with the role that the schedule names. */
export async function fireSchedule(world: MotoWorld, name: string, group?: string): Promise<void> {
  const { clients, clock, queueBase, outputs } = world;
  const { Target } = await clients.scheduler.send(
    new GetScheduleCommand({ GroupName: group ?? outputs.ScheduleGroup, Name: name }),
  );
  const { Arn = '', RoleArn = '', Input = '{}' } = Target ?? {};
  const at = new Date(clock.now()).toISOString();
  const input = Input.replaceAll('<aws.scheduler.scheduled-time>', at);
  const isFunction = Arn.includes(':lambda:');
  const action = isFunction ? 'lambda:InvokeFunction' : 'sqs:SendMessage';
  world.onDeed({ role: world.roleByArn(RoleArn), request: { action, resource: Arn, context: {} } });
  if (isFunction) await world.call(Arn.split(':').at(-1) ?? '', JSON.parse(input));
  else
    await clients.sqs.send(
      new SendMessageCommand({ QueueUrl: `${queueBase}/${Arn.split(':').at(-1)}`, MessageBody: input }),
    );
}
