import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import project from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..', '..');
const home = mkdtempSync(join(tmpdir(), 'bellwether-package-'));
const repository = join(home, 'news');
const COMMAND = 'node_modules/bellwether/infra/cli/bellwether.mjs';
const node = (args: readonly string[], cwd = repository): string =>
  execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const bellwether = (...args: string[]): string => node([COMMAND, ...args]);
const npm = (args: readonly string[], cwd: string): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/**
 * Puts the packed files where npm would, beside links to the packages that it names. It reaches no registry, and a
 * package that it does not name is not found.
 */
function install(tarball: string): void {
  const modules = join(repository, 'node_modules');
  mkdirSync(modules);
  execFileSync('tar', ['-xzf', join(home, tarball), '-C', modules]);
  execFileSync('mv', [join(modules, 'package'), join(modules, 'bellwether')]);
  for (const name of Object.keys({ ...project.dependencies, ...project.peerDependencies, 'aws-cdk': '' })) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
}

describe('the packed files, in an empty folder', () => {
  beforeAll(() => {
    npm(['run', '--silent', 'build'], ROOT);
    npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', home], ROOT);
    node([join(ROOT, 'infra/create/create.mjs'), 'news'], home);
    install(`bellwether-${project.version}.tgz`);
  });

  it('start the stack, and send the alerts of the sample', () => {
    const report = JSON.parse(bellwether('start', '--once', '--json', '--fresh'));
    expect(report.watches).toMatchObject([{ id: 'acme-news', status: 'done' }]);
    expect(report.totals.deliveries).toBeGreaterThan(0);
  });

  it('validate, plan, and synthesise the stack of a stage', () => {
    expect(bellwether('validate')).toContain('watches.yaml: 1 watch, 1 channel: valid');
    // 2 says that there are changes: nothing is deployed.
    const plan = spawnSync(process.execPath, [COMMAND, 'plan'], { cwd: repository, encoding: 'utf8' });
    expect([plan.status, plan.stdout]).toEqual([2, expect.stringContaining('0 to change, 0 to remove.')]);
    node(['node_modules/aws-cdk/bin/cdk', 'synth', '--quiet', '-c', 'stage=prod']);
    const template = JSON.parse(
      readFileSync(join(repository, 'cdk.out/bellwether-prod.template.json'), 'utf8'),
    );
    expect(template.Outputs.TableName).toBeDefined();
  });

  it('are a construct beside others in an app of the CDK', () => {
    const app = `
      import { App, Stack } from 'aws-cdk-lib';
      import { Subscription, SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
      import { Bellwether, context } from 'bellwether';
      const app = new App({ context });
      const stack = new Stack(app, 'team-dev');
      new Topic(stack, 'Own');
      const news = new Bellwether(stack, 'News', { watches: 'watches.yaml' });
      new Subscription(stack, 'Hook', { topic: news.topic, protocol: SubscriptionProtocol.HTTPS, endpoint: 'https://team.example' });`;
    writeFileSync(join(repository, 'team.mjs'), app);
    node(['node_modules/aws-cdk/bin/cdk', 'synth', '--quiet', '--app', 'node team.mjs']);
    const { Outputs, Resources } = JSON.parse(
      readFileSync(join(repository, 'cdk.out/team-dev.template.json'), 'utf8'),
    );
    expect(Object.keys(Outputs)).toContain('PagesUrl');
    const hook = Object.values<any>(Resources).find(
      ({ Properties }) => Properties?.Endpoint === 'https://team.example',
    );
    expect(Object.keys(Resources)).toContain(hook.Properties.TopicArn.Ref);
    expect(hook.Properties.TopicArn.Ref).toMatch(/^NewsAlertTopic/);
  });
});
