import { Duration } from 'aws-cdk-lib';
import { ENV, OBJECTS } from '../../shared/contracts/names.ts';
import type { AlertTopic } from './messaging/alert-topic.ts';
import type { HttpEndpoint } from './http-endpoint.ts';
import type { LinkKey } from './link-key.ts';
import type { ObjectStore } from './object-store.ts';
import type { Provider } from './provider.ts';
import type { ServiceFunction } from './service-function.ts';
import type { Sweeps, WatchSchedules } from './schedules.ts';

interface ReportsProps {
  /** The functions that write reports, keep their schedules, and show them. */
  write: ServiceFunction;
  apply: ServiceFunction;
  pages: ServiceFunction;
  schedules: WatchSchedules;
  sweeps: Sweeps;
  store: ObjectStore;
  topic: AlertTopic;
  endpoint: HttpEndpoint;
  linkKey: LinkKey;
  news: Provider;
  /** How long the bucket keeps a report. */
  retention: Duration;
}

/**
 * Wires reports. A schedule starts each one; ended days are rolled up every hour; the bucket keeps it; a link shows
 * it.
 */
export function addReports(props: ReportsProps): void {
  const { write, apply, pages, schedules, sweeps, store, topic, endpoint, linkKey, news, retention } = props;
  schedules.aimAt(write, apply);
  sweeps.add(write, {
    every: Duration.hours(1),
    impact: 'Ended days are not rolled up. The next report must do it, and is late.',
    retries: 2,
  });
  store.grantPut(write, OBJECTS.reports);
  write.addEnvironment(ENV.reportDays, String(retention.toDays()));
  store.grantRead(pages, OBJECTS.reports);
  topic.grantPublish(write);
  news.grantCall(write);
  linkKey.grantRead(write);
  endpoint.giveAddress(write);
}
