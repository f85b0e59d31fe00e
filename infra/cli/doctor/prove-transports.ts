import { ADDRESSES } from '../../constructs/messaging/transports.ts';
import { type Channel, lanesOf, laneText, type Transports } from '../../../shared/domain/channels/channel.ts';
import { isAddressOf, PRESETS } from '../../../shared/domain/channels/webhook-presets.ts';
import { ENV } from '../../../shared/contracts/names.ts';
import { PublishRefused } from '../../../shared/domain/lib/errors.ts';
import { type Check, hint, ok, problem } from '../checks.ts';
import { explainError } from '../failure.ts';
import { plainText, printAmount } from '../print-values.ts';
import type { StageFile } from '../../stages/stage-file.ts';
import type { Stack } from '../stack/stack.ts';
import type { World } from '../world.ts';

type Proving = Pick<World, 'probe'> & Pick<Stack, 'secretOf'>;

/**
 * Checks what each transport of the channels needs before its first message: that its secrets have values of the right
 * form, and, where a service can be asked without a message, that it accepts them. It asks a service once for a lane.
 */
export async function proveTransports(channels: readonly Channel[], given: Proving): Promise<Check[]> {
  const lanes = channels.flatMap(lanesOf).filter(({ transports }) => transports !== undefined);
  const checks: Check[] = [];
  for (const { name, transports = {} } of lanes)
    checks.push(...(await proveLane(plainText(laneText(name)), transports, given)));
  if (lanes.length === 0 || checks.length > 0) return checks;
  return [
    ok(`The secrets of ${printAmount(lanes.length, 'transport')} are set, and no service refuses them.`),
  ];
}

async function proveLane(
  lane: string,
  transports: Transports,
  { secretOf, probe }: Proving,
): Promise<Check[]> {
  const settings = Object.values(transports).flatMap((one) => Object.entries(one));
  const values = new Map<string, string>();
  for (const [key, name] of settings) {
    if (!/secret$/i.test(key) || typeof name !== 'string') continue;
    const advice = { set: 'without it no message is sent there', read: 'run bellwether drill' };
    const value = await readSecret(name, { of: lane, advice, secretOf });
    if (typeof value !== 'string') return [value];
    values.set(key, value);
  }
  const fault = faultOf(transports, values);
  if (fault !== undefined) return [problem(`${lane}: ${fault}`, 'set the secret again')];
  const asked = questionOf(transports, values);
  if (!asked) return [];
  const { url, token } = asked;
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await probe(url, { method: 'GET', headers });
  if (!answer.answered)
    return [hint(`${lane}: its service does not answer: ${answer.why}.`, 'check the address')];
  const isRefused = answer.status >= 400 || /^\s*\{"ok":\s*false/.test(answer.body);
  if (!isRefused) return [];
  const why = /"error":\s*"(\w+)"/.exec(answer.body)?.[1] ?? String(answer.status);
  return [
    problem(`${lane}: its service refuses the secret (${why}).`, 'set a valid one, then run doctor again'),
  ];
}

/** The value of a secret, or why there is none. `advice`: what its lack means, and what else shows whether it is set. */
async function readSecret(
  name: string,
  {
    of,
    advice,
    secretOf,
  }: Pick<Proving, 'secretOf'> & { of: string; advice: Readonly<Record<'set' | 'read', string>> },
): Promise<string | Check> {
  try {
    return await secretOf(name);
  } catch (error) {
    if (error instanceof PublishRefused) return problem(`${of}: ${plainText(error.message)}`, advice.set);
    const text = `${of}: ${plainText(explainError(error).message)}`;
    return hint(text, `get the right to read the secret ${name}, or ${advice.read}`);
  }
}

/** Checks the secrets that the file of a stage names: with them the pages know who signs in, and who presses a button. */
export async function proveStage(
  { slack, pages }: Pick<StageFile, 'slack' | 'pages'>,
  { secretOf }: Pick<Proving, 'secretOf'>,
): Promise<Check[]> {
  const needed = [
    { of: 'The buttons in Slack', name: slack?.signing_secret_name, set: 'without it no button acts' },
    { of: 'The sign-in', name: pages?.client_secret_name, set: 'without it nobody can sign in' },
  ];
  const checks: Check[] = [];
  for (const { of, name, set } of needed) {
    if (name === undefined) continue;
    const read = await readSecret(name, { of, advice: { set, read: 'try it' }, secretOf });
    checks.push(typeof read === 'string' ? ok(`${of}: the secret ${name} is set.`) : read);
  }
  return checks;
}

/** What a value of a secret is not, in words that do not show it. */
function faultOf({ webhook }: Transports, values: ReadonlyMap<string, string>): string | undefined {
  const [name, address] = [...values].find(([key]) => /^(?:webhook|url)Secret$/.test(key)) ?? [];
  const preset = webhook && 'preset' in webhook ? PRESETS[webhook.preset] : undefined;
  if (address !== undefined && preset && !isAddressOf(preset, address))
    return `its secret is not an address of ${preset.title}, such as ${preset.example}.`;
  if (name !== undefined && !URL.canParse(address ?? '')) return 'its secret is no address.';
  const key = values.get('keySecret');
  return key === undefined || key.length === 32
    ? undefined
    : 'its secret is no integration key of 32 characters.';
}

/** What to ask its service, that changes nothing. */
function questionOf(
  { slack, webhook }: Transports,
  values: ReadonlyMap<string, string>,
): { url: string; token: string | undefined } | undefined {
  const token = values.get('tokenSecret');
  if (slack && token !== undefined) return { url: `${ADDRESSES[ENV.slackUrl]}/auth.test`, token };
  const address = URL.parse(values.get('urlSecret') ?? '');
  const preset = webhook && 'preset' in webhook ? PRESETS[webhook.preset] : undefined;
  return preset?.probe && address ? { url: preset.probe(address), token } : undefined;
}
