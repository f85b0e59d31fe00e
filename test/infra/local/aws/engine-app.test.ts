import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { EngineRefused, jsonActionsApp } from '../../../../infra/local/aws/engine-app.ts';
import { localCredentials } from '../../../../infra/local/aws/local-account.ts';
import { type LoopbackServer, serveApp } from '../../../../infra/local/serve-app.ts';

const OWN = `AWS4-HMAC-SHA256 Credential=${localCredentials.credentials.accessKeyId}/20261121/eu-west-1/x`;
const schema = z.strictObject({ name: z.string() });

let server: LoopbackServer;
beforeAll(async () => {
  const app = jsonActionsApp({
    service: 'Names',
    version: '1.1',
    actions: {
      Greet: (input) => ({ greeting: `Hello ${schema.parse(input).name}` }),
      Refuse: () => {
        throw new EngineRefused('NotNow', 'It is late');
      },
    },
    codes: { unknown: 'UnknownName', invalid: 'InvalidInput' },
  });
  server = await serveApp(app);
});
afterAll(() => server.close());

async function ask(action: string, body: unknown, authorization = OWN) {
  const headers = { authorization, 'x-amz-target': `Names.${action}` };
  const answer = await fetch(server.url, { method: 'POST', headers, body: JSON.stringify(body) });
  return [answer.status, await answer.text()];
}

it.each([
  ['Greet', { name: 'Jane' }, [200, '{"greeting":"Hello Jane"}']],
  ['Refuse', {}, [400, '{"__type":"NotNow","message":"It is late"}']],
  ['toString', {}, [400, '{"__type":"UnknownName","message":"toString is not known on this machine"}']],
])('answers %s in the words of the service', async (action, body, answer) => {
  expect(await ask(action, body)).toEqual(answer);
});

it('refuses an object where a text is needed, as AWS does', async () => {
  const [status, text] = await ask('Greet', { name: { toString: 1 } });
  expect(status).toBe(400);
  expect(text).toContain('"__type":"InvalidInput"');
});

it.each(['', OWN.replace('=LOCAL', '=OTHER'), 'AWS4-HMAC-SHA256 Credential=local/20261121/x'])(
  'refuses what comes without the credentials of the stack: %s',
  async (authorization) => {
    expect(await ask('Greet', { name: 'Jane' }, authorization)).toEqual([403, 'UnrecognizedClientException']);
  },
);

it('is what every engine is made by, except for those that check the credentials themselves', () => {
  const sources = globSync('infra/local/aws/**/*.ts').map((file) => ({
    file: file.replaceAll('\\', '/').replace('infra/local/aws/', ''),
    text: readFileSync(file, 'utf8'),
  }));
  const opening = sources.filter(({ text }) => /new Hono\(|createServer\(|buildApp\(/.test(text));
  expect(opening.map(({ file }) => file).toSorted()).toEqual([
    'engine-app.ts',
    // The gateway, which is for everybody.
    'http/http-front.ts',
    'queue-engine.ts',
    'table/table-thread.ts',
  ]);
});
