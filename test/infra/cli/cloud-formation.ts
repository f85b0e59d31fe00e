import { createServer } from 'node:http';
import { onTestFinished, vi } from 'vitest';

export interface Deployed {
  isProtected?: boolean;
  keepsTable?: boolean;
  outputs?: boolean;
  /** The resources of the template. Default: a table and a topic. */
  resources?: object;
}

/** CloudFormation with one stack, on a free port. */
export async function cloudFormation(deployed: Deployed): Promise<void> {
  const { isProtected = false, keepsTable = false, outputs = true } = deployed;
  const template = {
    Resources: deployed.resources ?? {
      Table: {
        Type: 'AWS::DynamoDB::GlobalTable',
        DeletionPolicy: keepsTable ? 'RetainExceptOnCreate' : 'Delete',
      },
      Other: { Type: 'AWS::SNS::Topic', DeletionPolicy: 'Retain' },
    },
  };
  const output =
    '<Outputs><member><OutputKey>TableName</OutputKey><OutputValue>t</OutputValue></member></Outputs>';
  const described = `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>bellwether-test</StackName>
    <CreationTime>2026-11-21T08:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus>${outputs ? output : ''}
    <EnableTerminationProtection>${isProtected}</EnableTerminationProtection></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
  const body = JSON.stringify(template).replaceAll('"', '&quot;');
  const templated = `<GetTemplateResponse><GetTemplateResult><TemplateBody>${body}</TemplateBody></GetTemplateResult></GetTemplateResponse>`;
  const server = createServer((request, response) => {
    let form = '';
    request.on('data', (chunk: Buffer) => (form += chunk.toString()));
    request.on('end', () => {
      const isTemplate = new URLSearchParams(form).get('Action') === 'GetTemplate';
      response.writeHead(200, { 'content-type': 'text/xml' }).end(isTemplate ? templated : described);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  for (const [name, value] of Object.entries({
    AWS_ENDPOINT_URL_CLOUDFORMATION: url,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  }))
    vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    server.close();
  });
}

/** A stack with one watch, a confirmed and an unconfirmed address, a monitor and two findings. */
