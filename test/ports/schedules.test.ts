import { eventbridgeSchedules } from '../../shared/aws/eventbridge-schedules.ts';
import { memorySchedules } from './memory-services.ts';
import { openSchedulerEngine, SETTINGS } from './scheduler-on-engine.ts';
import { describeSchedules } from './schedules-suite.ts';

describeSchedules('in memory', async () => ({ schedules: memorySchedules(), close: async () => {} }));

describeSchedules('EventBridge Scheduler, on the embedded engine', async () => {
  const { client, close } = await openSchedulerEngine();
  return { schedules: eventbridgeSchedules(client, SETTINGS), close };
});
