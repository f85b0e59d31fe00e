import { describe, expect, it, onTestFinished } from 'vitest';
import { localCredentials } from '../../../../infra/local/aws/local-account.ts';
import { STAND_IN_KEY, startModels } from '../../../../infra/local/models/model-stand-in.ts';
import { bedrockModel } from '../../../../shared/aws/bedrock-model.ts';
import { judgeQuestion, mostTokens } from '../../../../shared/domain/judging/question.ts';
import { readAnswer, VoidAnswer } from '../../../../shared/domain/judging/read-answer.ts';
import { PublishRefused, PublishThrottled, PublishUnsure } from '../../../../shared/domain/lib/errors.ts';
import type { Judge } from '../../../../shared/domain/watches/watch.ts';
import { createPost } from '../../../../shared/providers/http/post.ts';
import { chatModel } from '../../../../shared/providers/models/chat-model.ts';
import type { Model } from '../../../../shared/use-cases/ports/models.ts';
import { aFinding } from '../../../ports/examples.ts';
import { isAuthentic } from '../../../transports/check-signature.ts';
import { scriptedServer } from '../../../shared/providers/scripted-server.ts';

const now = () => Date.now();
const JUDGE: Judge = {
  relevant: 'Articles about Target Corporation, the retailer. Not sport.',
  raise: [{ to: 'critical', when: 'somebody injured' }],
  summary: 'en',
  model: 'small',
  tokensPerMonth: 1e6,
};
const findings = [
  aFinding(1, {
    title: 'Target opens a shop',
    snippet: 'The retailer said so. A worker was injured in Ohio.',
  }),
  aFinding(2, { title: 'On target: sport of the week', snippet: 'Arrows hit the target again.' }),
];
const question = judgeQuestion({}, { judge: JUDGE, findings });
const deadline = () => ({ deadline: now() + 10_000 });

type Write = Parameters<typeof startModels>[0];

const bedrock = (url: string, structured = true): Model =>
  bedrockModel(
    { ...localCredentials, endpoint: url, service: 'bedrock', now },
    { id: 'eu.example.small-v1:0', structured },
  );
const chat = (url: string, key = STAND_IN_KEY): Model =>
  chatModel(
    { url: `${url}/v1`, name: 'small', structured: true, key: async () => key },
    createPost({ now, mayReach: (address) => address === '127.0.0.1' }),
  );

async function serve(write?: Write): Promise<string> {
  const { url, close } = await startModels(write);
  onTestFinished(close);
  return url;
}

describe.each([
  ['Bedrock', bedrock],
  ['chat completions', chat],
])('the adapter of %s', (_name, open) => {
  it('asks in a form that the strict stand-in takes, and reads its answer', async () => {
    const { text, tokens } = await open(await serve()).ask(question, deadline());
    const words = [...readAnswer(text, { judge: JUDGE, findings }).values()];
    expect(words).toMatchObject([
      { relevant: true, raise: { sentence: 'A worker was injured in Ohio.' } },
      { relevant: false, reason: 'It has the word sport.' },
    ]);
    expect(tokens).toBeGreaterThan(100);
  });

  const entry = { id: 'a1', relevant: false, reason: 'No.', raise: [], summary: 'So.' };
  const quoted = { ...entry, raise: [{ rule: 1, sentence: 'Every worker was injured there.' }] };
  it.each<[string, object[], RegExp]>([
    ['for too few', [entry], /1 entries for 2 articles/],
    ['for one twice', [entry, entry], /not asked about/],
    ['for others', [entry, { ...entry, id: 'a3' }], /not asked about/],
    [
      'with a rule that there is not',
      [entry, { ...quoted, id: 'a2', raise: [{ rule: 9, sentence: 'x' }] }],
      /rule that there is not/,
    ],
    ['with a quotation of its own', [quoted, { ...entry, id: 'a2' }], /not in the article/],
    [
      'with more than was asked',
      [
        { ...entry, drop: true },
        { ...entry, id: 'a2' },
      ],
      /does not have the keys/,
    ],
  ])('takes no part of an answer %s', async (_name, articles, refused) => {
    const url = await serve(() => JSON.stringify({ articles }));
    const { text } = await open(url).ask(question, deadline());
    expect(() => readAnswer(text, { judge: JUDGE, findings })).toThrow(refused);
  });

  it('sends 50,000 characters and other scripts within what was booked', async () => {
    const long = ['東京の工場で火災。', 'Пожар на заводе. ', 'حريق في المصنع. ', '🔥'].map((text, n) =>
      aFinding(n, { title: text.repeat(200), snippet: text.repeat(50_000 / text.length) }),
    );
    const asked = judgeQuestion({}, { judge: JUDGE, findings: long });
    expect(asked.text.length).toBeLessThan(long.length * 5_000);
    const { text, tokens } = await open(await serve()).ask(asked, deadline());
    expect(tokens).toBeLessThan(mostTokens(asked));
    expect(readAnswer(text, { judge: JUDGE, findings: long }).size).toBe(4);
  });

  it('says of each failure what was used', async () => {
    const failing = async (write: Write) => open(await serve(write)).ask(question, deadline());
    const status = (code: number) => () => Response.json({ message: 'x' }, { status: code });
    await expect(failing(status(429))).rejects.toThrow(PublishThrottled);
    await expect(failing(status(400))).rejects.toThrow(PublishRefused);
    await expect(failing(status(503))).rejects.toThrow(PublishUnsure);
    await expect(failing(() => 'x'.repeat(100_000))).rejects.toThrow(VoidAnswer);
    await expect(failing(() => Response.json({ other: 'form' }))).rejects.toThrow(VoidAnswer);
    const silent = await scriptedServer(() => {});
    const soon = { deadline: now() + 200 };
    await expect(open(silent.url).ask(question, soon)).rejects.toThrow(/lost/);
  });
});

describe('the stand-in', () => {
  it('refuses a request that the APIs refuse', async () => {
    const url = await serve();
    const schema = { type: 'object', properties: { a: { type: 'string', minLength: 1 } } };
    for (const model of [bedrock(url), chat(url)])
      await expect(model.ask({ ...question, schema }, deadline())).rejects.toThrow(/400/);
  });

  it('refuses a wrong key, and the error does not hold it', async () => {
    const refused = chat(await serve(), 'sk-a-wrong-key').ask(question, deadline());
    await expect(refused).rejects.toThrow(/401/);
    await expect(refused).rejects.not.toThrow(/sk-a-wrong/);
  });
});

describe('a call of Bedrock', () => {
  it('is signed for a path with a colon', async () => {
    const server = await scriptedServer({ status: 400, json: {} });
    await bedrock(server.url)
      .ask(question, deadline())
      .catch(() => {});
    const [sent] = server.arrivals;
    expect(sent?.url.pathname).toBe('/model/eu.example.small-v1%3A0/converse');
    expect(isAuthentic({ method: 'POST', url: sent?.url.pathname, headers: sent!.headers }, sent?.body)).toBe(
      true,
    );
  });

  it('asks a model without structured answers in words alone', async () => {
    const server = await scriptedServer({ status: 400, json: {} });
    await bedrock(server.url, false)
      .ask(question, deadline())
      .catch(() => {});
    expect(server.sent(0).outputConfig).toBeUndefined();
  });
});
