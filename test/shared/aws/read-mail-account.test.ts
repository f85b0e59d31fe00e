import { SESv2Client } from '@aws-sdk/client-sesv2';
import { expect, it, onTestFinished } from 'vitest';
import { localCredentials } from '../../../infra/local/aws/local-account.ts';
import { readMailAccount } from '../../../shared/aws/read-mail-account.ts';
import { startTransportServices } from '../../transports/start-transport-services.ts';

it('reads the sandbox, a pause, and the identity that covers each sender', async () => {
  const { url: endpoint, ses, close } = await startTransportServices();
  onTestFinished(close);
  const client = new SESv2Client({ endpoint, ...localCredentials, maxAttempts: 1 });
  const senders = ['news@mail.acme.example', 'pat@globex.example'];
  expect(await readMailAccount(client, senders)).toEqual({
    inSandbox: false,
    maySend: true,
    senders: [
      { address: senders[0], isVerified: true, isSigned: true },
      { address: senders[1], isVerified: false, isSigned: false },
    ],
  });
  ses.isInSandbox = true;
  ses.isSuspended = true;
  ses.verified.add('pat@globex.example');
  ses.unsigned.add('pat@globex.example');
  expect(await readMailAccount(client, senders.slice(1))).toEqual({
    inSandbox: true,
    maySend: false,
    senders: [{ address: senders[1], isVerified: true, isSigned: false }],
  });
});
