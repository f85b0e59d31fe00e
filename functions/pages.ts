import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { openStore } from '../shared/aws/open-store.ts';
import { secretPageLinks } from '../shared/aws/secret-page-links.ts';
import { readLinkEnvironment, readPagesEnvironment } from '../shared/contracts/environment.ts';
import { htmlPages } from '../shared/render/pages/html-pages.ts';
import { answerRequest } from '../shared/use-cases/pages/answer-request.ts';
import { clock, httpHandler } from './edge.ts';

const { table } = readPagesEnvironment(process.env);
const ports = {
  ...openStore(new DynamoDBClient(), table),
  clock,
  links: secretPageLinks(new SecretsManagerClient(), { ...readLinkEnvironment(process.env), clock }),
  pages: htmlPages,
};

/** Answers with pages: receipts of alerts, and the inbox behind its own link. */
export const handler = httpHandler((request) => answerRequest(request, ports));
