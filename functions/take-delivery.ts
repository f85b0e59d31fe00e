import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { openStore } from '../shared/aws/open-store.ts';
import { publishClient } from '../shared/aws/publish-client.ts';
import { s3DeliveryBodies } from '../shared/aws/s3-delivery-bodies.ts';
import { s3RawStore } from '../shared/aws/s3-raw-store.ts';
import { secretKey } from '../shared/aws/secret-key.ts';
import { secretPageLinks } from '../shared/aws/secret-page-links.ts';
import { snsTopic } from '../shared/aws/sns-topic.ts';
import { deliveryOrderSchema } from '../shared/contracts/delivery-order.ts';
import { readCollectEnvironment, readLinkEnvironment } from '../shared/contracts/environment.ts';
import { EVENTS, METRICS } from '../shared/contracts/names.ts';
import { deliveryReader } from '../shared/providers/extraction/delivery-reader.ts';
import { openUpstream } from '../shared/providers/extraction/open-upstream.ts';
import { composeWithLinks } from '../shared/render/compose-message.ts';
import { deliverAlerts } from '../shared/use-cases/deliver-alerts.ts';
import { takeDelivery } from '../shared/use-cases/take-delivery.ts';
import { clock, countMetric, linksOrNone, logger, queueHandler, reportDelivery } from './edge.ts';

const { table, topic, bucket, url, prefix, keySecret } = readCollectEnvironment(process.env);
const secrets = new SecretsManagerClient();
const key = secretKey(secrets, { secretId: keySecret, clock });
const store = openStore(new DynamoDBClient(), table);
const ports = {
  ...store,
  clock,
  raw: s3RawStore(new S3Client(), bucket),
  bodies: s3DeliveryBodies(new S3Client(), bucket),
  readDelivery: deliveryReader,
  ...openUpstream({ baseUrl: url, prefix, key, clock }),
};
const delivery = { ...store, clock, topic: snsTopic(publishClient(), topic) };
const links = secretPageLinks(secrets, { ...readLinkEnvironment(process.env), clock });

/** Takes the records of a delivery that was kept, then tells what is new. */
export const handler = queueHandler(deliveryOrderSchema, async (order, call) => {
  const outcome = await takeDelivery(order, ports, call);
  logger.info(EVENTS.deliveryTaken, { event: EVENTS.deliveryTaken, order, outcome });
  countMetric(METRICS.findings, outcome.new);
  countMetric(METRICS.alerts, outcome.alerts);
  countMetric(METRICS.calls, outcome.calls);
  if (outcome.channels.length === 0) return;
  const compose = composeWithLinks(await linksOrNone(links));
  reportDelivery(await deliverAlerts(outcome.channels, { ...delivery, compose }, call));
});
