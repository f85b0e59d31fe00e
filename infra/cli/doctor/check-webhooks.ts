import { UpstreamError } from '../../../shared/domain/lib/errors.ts';
import { SECOND } from '../../../shared/domain/time/instant.ts';
import type { MonitorResource } from '../../../shared/domain/upstream/upstream-resource.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { plainText } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';
import { hint, ok, problem, type Check } from './check.ts';

/** Time limit for one test: the service waits 5 s for our receiver. */
const PATIENCE = 30 * SECOND;

type Asked = Pick<Stack, 'resources' | 'services' | 'testWebhook' | 'now'>;

/**
 * Lets the extraction service send a test to the webhook of each watch with a monitor (extraction service, webhooks). So
 * the path of its records is known to work before the first run. A service without address or key is not asked: another
 * check reports it.
 */
export async function checkWebhooks(stack: Asked, watches: readonly Watch[]): Promise<Check[]> {
  const monitored = watches.filter(({ monitor, disabled }) => monitor && !disabled);
  const { url, key } = stack.services.extraction;
  if (monitored.length === 0 || url === undefined || (await key()) === '') return [];
  const known = (await stack.resources.all()).filter((one) => one.type === 'monitor');
  const checks: Check[] = [];
  for (const { id } of monitored) {
    checks.push(await checkOne(id, { stack, webhook: webhookOf(id, known) }));
  }
  return checks;
}

function webhookOf(watchId: string, known: readonly MonitorResource[]): MonitorResource['webhook'] {
  return known.find(({ name }) => name === watchId)?.webhook;
}

async function checkOne(
  id: string,
  { stack, webhook }: { stack: Asked; webhook: MonitorResource['webhook'] },
): Promise<Check> {
  if (!webhook) {
    const advice =
      'wait some minutes: the stack makes it with the first records of the watch, then run doctor again';
    return hint(`The monitor of watch ${id} has no webhook yet.`, advice);
  }
  try {
    const { delivered, why } = await stack.testWebhook(webhook.id, { deadline: stack.now() + PATIENCE });
    if (delivered) return ok(`A test of the extraction service reaches the webhook of watch ${id}.`);
    return problem(
      `A test of the extraction service does not reach the webhook of watch ${id}: ${plainText(why)}.`,
      ADVICE,
    );
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const text = `The webhook of watch ${id} cannot be tested: ${plainText(error.message.replace(/\.$/, ''))}.`;
    return problem(text, ADVICE);
  }
}

const ADVICE =
  'check that the address of the pages (output PagesUrl) is reachable from the internet, and see docs/runbook.md; missed records are read later from the runs of the monitor';
