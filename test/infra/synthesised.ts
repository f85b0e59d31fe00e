import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import cdk from '../../cdk.json' with { type: 'json' };
import { addStack } from '../../infra/synth.ts';
import type { BellwetherStack } from '../../infra/stack.ts';

/** Entries in the place of the real functions, so that a change of code changes no test of the stack. */
export const FIXTURE_FUNCTIONS = join(import.meta.dirname, 'fixtures', 'functions');

/** Compiled watches: one that runs every 15 minutes, and the operators. */
export const WATCHES_JSON = JSON.stringify({
  watches: [
    {
      id: 'acme-news',
      kind: 'search',
      query: { q: 'Acme' },
      schedule: 'rate(15 minutes)',
      timezone: 'UTC',
      overlap: 3_600_000,
      lookback: 86_400_000,
      firstRun: 'silent',
      severity: 'info',
      priority: 5,
      alert: { when: 'story', channel: 'operators' },
      exclude: { domains: [], phrases: [] },
      keep: 'summary',
      retention: 34_560_000_000,
      version: '1',
    },
  ],
  channels: [
    {
      name: 'operators',
      email: ['oncall@acme.example'],
      sms: [],
      https: [],
      queue: [],
      timezone: 'UTC',
      minSeverity: 'info',
    },
  ],
});

const compiled = JSON.parse(WATCHES_JSON);

/** The same with a list of feeds and a watch of the archive, for which a stack has pollers, and a channel of SES. */
const WITH_FEEDS_JSON = JSON.stringify({
  ...compiled,
  channels: [
    ...compiled.channels,
    {
      ...compiled.channels[0],
      name: 'board',
      email: [],
      transports: { ses: { from: 'news@mail.acme.example', to: ['board@acme.example'] } },
    },
  ],
  watches: [...compiled.watches, { ...compiled.watches[0], id: 'acme-world', kind: 'world' }],
  feeds: [{ name: 'industry', urls: ['https://news.example/rss.xml'] }],
});

/** The folder with the stages of the project. */
const STAGES = join(import.meta.dirname, '..', '..', 'infra', 'stages');

/** A resource of the template. */
export type Resource = Record<string, any>;

/** A stack of a stage, made in a folder of its own that goes away with `dispose`. */
export interface SynthesisedStack {
  /** The folder with one folder of code for each function. */
  code: string;
  app: App;
  stack: BellwetherStack;
  template: Template;
  /** Resources of one type, by logical id without the hash at its end. */
  resources(type: string): Record<string, Resource>;
  dispose(): Promise<void>;
}

/** A stack without its files. */
export type SharedStack = Omit<SynthesisedStack, 'dispose' | 'code'>;

const shared = new Map<string, Promise<SharedStack>>();

/**
 * The stack of a stage with the watches and functions of these tests. It is made once for all files that a worker
 * runs, so a test only reads it. What a test changes it makes by `synthesise`.
 */
export function stackOf(stage: string, { feeds = false } = {}): Promise<SharedStack> {
  const key = `${stage}${feeds ? ' with feeds' : ''}`;
  const known = shared.get(key);
  if (known) return known;
  // The template is in memory; nobody needs the files.
  const made = synthesise(stage, { ...(feeds && { watchesJson: WITH_FEEDS_JSON }) }).then((stack) =>
    stack.dispose().then(() => stack),
  );
  shared.set(key, made);
  return made;
}

export async function synthesise(
  stage: string,
  { watchesJson = WATCHES_JSON, functions = FIXTURE_FUNCTIONS, stages = STAGES } = {},
): Promise<SynthesisedStack> {
  const outdir = await mkdtemp(join(tmpdir(), 'bellwether-synth-'));
  const app = new App({ outdir, context: cdk.context });
  const stack = await addStack(app, { stage, stages, watchesJson, functions });
  const template = Template.fromStack(stack);
  return {
    code: join(outdir, 'bundles', 'code'),
    app,
    stack,
    template,
    resources: (type) =>
      Object.fromEntries(
        Object.entries(template.findResources(type)).map(([id, resource]) => [plainId(id), resource]),
      ),
    dispose: () => rm(outdir, { recursive: true, force: true }),
  };
}

/** The only resource of a type. */
export function onlyOne({ resources }: Pick<SharedStack, 'resources'>, type: string): Resource {
  const [only, ...others] = Object.values(resources(type));
  if (!only || others.length > 0)
    throw new Error(`There are ${others.length + 1} resources of ${type}, or none`);
  return only;
}

/** A logical id without the eight digits that CDK adds to keep it unique. */
export function plainId(id: string): string {
  return id.replace(/[0-9A-F]{8}$/, '');
}

/** An intrinsic of the template in words: `RunWatch`, `WatchTable/index/work`, `*`. */
export function inWords(value: any): string {
  if (typeof value === 'string') return value;
  if (value.Ref) return plainId(value.Ref);
  if (value['Fn::GetAtt']) return plainId(value['Fn::GetAtt'][0]);
  if (value['Fn::Join']) return value['Fn::Join'][1].map(inWords).join('');
  if (value['Fn::Sub']) return value['Fn::Sub'];
  return JSON.stringify(value);
}

/**
 * As `inWords`, with the attribute where one is read: `RunWatch.Arn`. A reference without one is the name, or a
 * queue's URL.
 */
export function exactWords(value: any): string {
  if (value?.['Fn::GetAtt']) return `${plainId(value['Fn::GetAtt'][0])}.${value['Fn::GetAtt'][1]}`;
  if (value?.['Fn::Join']) return value['Fn::Join'][1].map(exactWords).join(value['Fn::Join'][0]);
  return inWords(value);
}

/** What each role may do, as sorted lines `action on resource`, by the role's plain id. */
export function permissions({ resources }: Pick<SynthesisedStack, 'resources'>): Record<string, string[]> {
  const lines: Record<string, string[]> = {};
  for (const { Properties } of Object.values(resources('AWS::IAM::Policy'))) {
    const granted = Properties.PolicyDocument.Statement.flatMap(({ Action, Resource }: any) =>
      [Action]
        .flat()
        .flatMap((action: string) => [Resource].flat().map((on: any) => `${action} on ${inWords(on)}`)),
    );
    for (const role of Properties.Roles) (lines[inWords(role)] ??= []).push(...granted);
  }
  for (const role of Object.values(lines)) role.sort();
  return lines;
}

/** Where a server of a test listens. */
export function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen on a port');
  return `http://127.0.0.1:${address.port}`;
}
