import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { openReportStore } from '../shared/aws/dynamo/open-report-store.ts';
import { openStore } from '../shared/aws/dynamo/open-store.ts';
import { publishClient } from '../shared/aws/sns/publish-client.ts';
import { s3ReportWriter } from '../shared/aws/s3/s3-report-files.ts';
import { secretKey } from '../shared/aws/secrets/secret-key.ts';
import { secretPageLinks } from '../shared/aws/secrets/secret-page-links.ts';
import { snsTopic } from '../shared/aws/sns/sns-topic.ts';
import { readLinkEnvironment, readReportEnvironment } from '../shared/contracts/environment.ts';
import { EVENTS } from '../shared/contracts/names.ts';
import { reportOrderSchema } from '../shared/contracts/orders/report-order.ts';
import { reportLink } from '../shared/domain/pages/page-links.ts';
import { createNewsClient } from '../shared/providers/news/create-news-client.ts';
import { newsNameCounter } from '../shared/providers/news/name-counter.ts';
import { composeWithLinks } from '../shared/render/message/compose-message.ts';
import { renderReport } from '../shared/render/report/render-report.ts';
import { deliverAlerts } from '../shared/use-cases/deliver/deliver-alerts.ts';
import { answerReportCall } from '../shared/use-cases/reports/answer-report-call.ts';
import { clock, invokeHandler, linksOrNone, logger, reportDelivery } from './edge.ts';

const environment = readReportEnvironment(process.env);
const dynamo = new DynamoDBClient();
const secrets = new SecretsManagerClient();
const store = openStore(dynamo, environment.table);
const news = createNewsClient({
  baseUrl: environment.news.url,
  key: secretKey(secrets, { secretId: environment.news.keySecret, clock }),
  clock,
});
const ports = {
  ...store,
  ...openReportStore(dynamo, environment.table),
  clock,
  counter: newsNameCounter(news),
  files: s3ReportWriter(new S3Client(), environment.bucket),
  render: renderReport,
  retention: environment.retention,
};
const delivery = { ...store, clock, topic: snsTopic(publishClient(), environment.topic) };
const links = secretPageLinks(secrets, { ...readLinkEnvironment(process.env), clock });

/** Writes a report and tells its channel; called with nothing, folds the days that have ended. */
export const handler = invokeHandler(reportOrderSchema, async (order, call) => {
  const pages = await linksOrNone(links);
  const linkOf = (recordId: string) => pages && reportLink(recordId, pages);
  const outcome = await answerReportCall(order, { ...ports, linkOf }, call);
  logger.info(EVENTS.reportWritten, { event: EVENTS.reportWritten, outcome });
  if (outcome.status === 'written' && outcome.channels.length > 0)
    reportDelivery(
      await deliverAlerts(outcome.channels, { ...delivery, compose: composeWithLinks(pages) }, call),
    );
  return outcome;
});
