import { Duration } from 'aws-cdk-lib';
import { ENV, OBJECTS } from '../../shared/contracts/names.ts';
import type { AlertTopic } from './alert-topic.ts';
import type { HttpEndpoint } from './http-endpoint.ts';
import type { LinkKey } from './link-key.ts';
import type { ObjectStore } from './object-store.ts';
import type { Provider } from './provider.ts';
import type { ServiceFunction } from './service-function.ts';
import type { Sweeps } from './sweeps.ts';
import type { WatchSchedules } from './watch-schedules.ts';

export interface ReportsProps {
  /** Who writes reports, who keeps their schedules, and who shows them. */
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
  /** How long the bucket keeps what is written. */
  retention: Duration;
}

/** Reports: written by a schedule each, out of days that are folded every hour, kept in the bucket, shown by link. */
export function addReports(props: ReportsProps): void {
  const { write, apply, pages, schedules, sweeps, store, topic, endpoint, linkKey, news, retention } = props;
  schedules.aimAt(write, apply);
  sweeps.add(write, {
    every: Duration.hours(1),
    impact: 'Days that have ended are not folded: the next report has to do it, and comes late.',
    retries: 2,
  });
  store.grantPut(write, OBJECTS.reports);
  write.addEnvironment(ENV.reportDays, String(retention.toDays()));
  store.grantRead(pages, OBJECTS.reports);
  topic.grantPublish(write);
  news.grantCall(write);
  linkKey.grantRead(write);
  endpoint.notify(write);
}
