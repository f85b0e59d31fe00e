import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { openStore } from '../shared/aws/dynamo/open-store.ts';
import { publishClient } from '../shared/aws/sns/publish-client.ts';
import { s3RawStore } from '../shared/aws/s3/s3-raw-store.ts';
import { secretKey } from '../shared/aws/secrets/secret-key.ts';
import { secretPageLinks } from '../shared/aws/secrets/secret-page-links.ts';
import { snsTopic } from '../shared/aws/sns/sns-topic.ts';
import { readCollectEnvironment, readLinkEnvironment } from '../shared/contracts/environment.ts';
import { extractionOrderSchema } from '../shared/contracts/orders/extraction-order.ts';
import { openExtractionSource } from '../shared/providers/extraction/source/extraction-source.ts';
import { composeWithLinks } from '../shared/render/message/compose-message.ts';
import { collectExtraction } from '../shared/use-cases/extraction/collect-extraction.ts';
import { deliverAlerts } from '../shared/use-cases/deliver/deliver-alerts.ts';
import { rememberPast } from '../shared/use-cases/findings/remember-past.ts';
import { clock, invokeHandler, linksOrNone, reportDelivery, reportExtraction } from './edge.ts';

const { table, topic, bucket, url, prefix, keySecret } = readCollectEnvironment(process.env);
const secrets = new SecretsManagerClient();
const key = secretKey(secrets, { secretId: keySecret, clock });
const store = openStore(new DynamoDBClient(), table);
const ports = {
  ...store,
  findings: rememberPast(store.findings, clock),
  clock,
  raw: s3RawStore(new S3Client(), bucket),
  jobs: openExtractionSource({ baseUrl: url, prefix, key, clock }),
};
const delivery = { ...store, clock, topic: snsTopic(publishClient(), topic) };
const links = secretPageLinks(secrets, { ...readLinkEnvironment(process.env), clock });

/** Takes a page of the records of an extraction, then tells what is new. */
export const handler = invokeHandler(extractionOrderSchema, async ({ jobId }, call) => {
  const outcome = await collectExtraction(jobId, ports, call);
  const step = reportExtraction(outcome);
  if (outcome.channels.length === 0) return step;
  const compose = composeWithLinks(await linksOrNone(links));
  reportDelivery(await deliverAlerts(outcome.channels, { ...delivery, compose }, call));
  return step;
});
