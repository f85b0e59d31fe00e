import { expect, it } from 'vitest';
import {
  readExtractionEnvironment,
  readReconcileEnvironment,
  readRunWatchEnvironment,
} from '../../../shared/contracts/environment.ts';
import { ENV, NOT_USED } from '../../../shared/contracts/names.ts';

const DELIVER = { [ENV.table]: 'table', [ENV.topic]: 'arn:topic' };
const SUBSCRIBE = { ...DELIVER, [ENV.subscriberDeadLetters]: 'arn:dead-letters' };
const RUN = {
  ...DELIVER,
  [ENV.bucket]: 'bucket',
  [ENV.workflow]: 'arn:workflow',
  [ENV.decideQueue]: 'https://sqs.example/decide',
  [ENV.serviceUrl.news]: 'https://news.example',
  [ENV.serviceKeySecret.news]: 'news-key',
  [ENV.serviceUrl.events]: 'https://events.example',
  [ENV.serviceKeySecret.events]: 'events-key',
  [ENV.runsQueue.news]: 'https://sqs.example/runs-news',
};

it('leaves out a service that the stage does not use, and still misses what is not set', () => {
  const unused = { ...RUN, [ENV.serviceUrl.events]: NOT_USED, [ENV.serviceKeySecret.events]: undefined };
  expect(readRunWatchEnvironment(unused)).not.toHaveProperty('events');
  expect(readRunWatchEnvironment(unused)).toHaveProperty('news');
  const missing = { ...unused, [ENV.serviceUrl.events]: undefined };
  expect(() => readRunWatchEnvironment(missing)).toThrow(ENV.serviceUrl.events);
});

it('knows the queues of the services that the stack serves, and no others', () => {
  const queues = {
    [ENV.decideQueue]: 'https://sqs.example/decide',
    [ENV.workflow]: 'arn:workflow',
    [ENV.bucket]: 'bucket',
    [ENV.pages]: 'https://pages.example',
    [ENV.service]: 'bellwether-dev',
    [ENV.runsQueue.events]: 'https://sqs.example/runs-events',
    [ENV.runsQueue.extraction]: '',
  };
  expect(readReconcileEnvironment({ ...SUBSCRIBE, ...queues }).runsQueues).toEqual({
    events: 'https://sqs.example/runs-events',
  });
});

it('knows the organization for which the extraction service is called, where the stage names one', () => {
  const jobs = {
    [ENV.table]: 'table',
    [ENV.serviceUrl.extraction]: 'https://jobs.example',
    [ENV.serviceKeySecret.extraction]: 'jobs-key',
    [ENV.jobsPrefix]: '',
  };
  expect(readExtractionEnvironment(jobs)).not.toHaveProperty('organizationId');
  const named = { ...jobs, [ENV.jobsOrganization]: 'press' };
  expect(readExtractionEnvironment(named)).toMatchObject({ organizationId: 'press', prefix: '' });
  const own = { [ENV.workflow]: 'w', [ENV.bucket]: 'b', [ENV.pages]: 'p', [ENV.service]: 's' };
  const sweep = { ...own, [ENV.decideQueue]: 'd' };
  const { services } = readReconcileEnvironment({ ...SUBSCRIBE, ...named, ...sweep });
  expect(services.extraction).toMatchObject({ organizationId: 'press' });
});

it('names every variable that is missing or empty, and never a value', () => {
  const read = () => readRunWatchEnvironment({ ...RUN, [ENV.table]: undefined, [ENV.bucket]: '' });
  expect(read).toThrow(
    'The environment lacks TABLE_NAME, BUCKET_NAME: the stack must set this on the function.',
  );
});
