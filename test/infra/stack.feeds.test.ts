import { beforeAll, describe, expect, it } from 'vitest';
import {
  readApplyEnvironment,
  readPollFeedsEnvironment,
  readPollWorldEnvironment,
  readRunWatchEnvironment,
} from '../../shared/contracts/environment.ts';
import { exactWords, permissions, type SharedStack, stackOf } from './synthesised.ts';

let dev: SharedStack;
let withFeeds: SharedStack;
beforeAll(async () => {
  [dev, withFeeds] = await Promise.all([stackOf('dev'), stackOf('dev', { feeds: true })]);
});

const environmentOf = (id: string): Record<string, string> => {
  const { Variables } = withFeeds.resources('AWS::Lambda::Function')[id]!.Properties.Environment;
  return Object.fromEntries(Object.entries(Variables).map(([name, value]) => [name, exactWords(value)]));
};

describe('a stack whose watches read feeds and the archive', () => {
  it('has a poller that is called each minute, and a queue for the runs', () => {
    const poller = withFeeds.resources('AWS::Lambda::Function')['PollFeeds'];
    expect(poller?.Properties).toMatchObject({ Timeout: 180, MemorySize: 512 });
    const schedule = withFeeds.resources('AWS::Scheduler::Schedule')['Sweepspollfeeds'];
    expect(schedule?.Properties.ScheduleExpression).toBe('rate(1 minute)');
    expect(exactWords(schedule?.Properties.Target.Arn)).toBe('PollFeeds.Arn');
    const sources = Object.values(withFeeds.resources('AWS::Lambda::EventSourceMapping'));
    const own = sources.find(
      ({ Properties }) => exactWords(Properties.EventSourceArn) === 'FeedRunsQueue.Arn',
    );
    expect(exactWords(own?.Properties.FunctionName)).toBe('RunWatch');
    expect(own?.Properties.ScalingConfig).toEqual({ MaximumConcurrency: 2 });
  });

  it('has a reader of the archive that is called every 15 minutes, with its address and no key', () => {
    const { Properties } = withFeeds.resources('AWS::Lambda::Function')['PollWorld']!;
    expect(Properties).toMatchObject({ Timeout: 600, MemorySize: 1024 });
    expect(Properties).not.toHaveProperty('VpcConfig');
    const schedule = withFeeds.resources('AWS::Scheduler::Schedule')['Sweepspollworld'];
    expect(schedule?.Properties.ScheduleExpression).toBe('rate(15 minutes)');
    expect(readPollWorldEnvironment(environmentOf('PollWorld'))).toEqual({
      table: 'WatchTable',
      url: 'WorldUrl',
    });
    const granted = permissions(withFeeds)['PollWorldRole'] ?? [];
    expect(granted.filter((line) => !/^(?:dynamodb|logs):/.test(line))).toEqual([]);
    expect(readRunWatchEnvironment(environmentOf('RunWatch')).runsQueues).toHaveProperty(
      'world',
      'WorldRunsQueue',
    );
  });

  it('gives each function what it reads, and the poller nothing but the table', () => {
    expect(environmentOf('PollFeeds')).toEqual({
      POWERTOOLS_SERVICE_NAME: 'bellwether-dev',
      TABLE_NAME: 'WatchTable',
    });
    expect(readPollFeedsEnvironment(environmentOf('PollFeeds'))).toEqual({ table: 'WatchTable' });
    expect(readRunWatchEnvironment(environmentOf('RunWatch')).runsQueues).toHaveProperty(
      'feeds',
      'FeedRunsQueue',
    );
    const { schedules } = readApplyEnvironment(environmentOf('ApplyWatches'));
    expect(schedules.queueArns).toHaveProperty('feeds', 'FeedRunsQueue.Arn');
    const granted = permissions(withFeeds)['PollFeedsRole'] ?? [];
    expect(granted.filter((line) => !/^(?:dynamodb|logs):/.test(line))).toEqual([]);
  });

  it('and others have none of it', () => {
    expect(JSON.stringify(dev.template.toJSON())).not.toMatch(
      /PollFeeds|FeedRuns|poll-feeds|PollWorld|WorldRuns/,
    );
  });
});
