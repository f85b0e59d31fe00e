import * as z from 'zod';
import { parseJson, tryParse } from '../contracts/parse-as.ts';
import { channelNameOf, laneNameOf } from '../domain/channels/channel.ts';
import { hmacSha256, isSameSecret } from '../domain/lib/hash.ts';
import type { HttpAnswer, HttpRequest } from '../domain/pages/http-exchange.ts';
import { possibleActions } from '../domain/pages/reader-action.ts';
import { type Roles, viewerOf } from '../domain/pages/sign-in.ts';
import { mayAct, maySee } from '../domain/pages/viewer.ts';
import { type Instant, MINUTE, SECOND } from '../domain/time/instant.ts';
import { buttonsIn, SLACK_ACTIONS, withActions } from '../render/chat/slack-form.ts';
import { NO_ROOM } from '../render/message/mute-text.ts';
import { actionsAbout, takeAction } from '../use-cases/pages/answer-actions.ts';
import type { PagePorts } from '../use-cases/pages/page-ports.ts';

interface SlackApp {
  signingSecret: () => Promise<string>;
  /** Names members by their ids, and all members of a workspace by its id. */
  roles: Roles;
  /** Posts to the address that Slack gave for the answer. */
  reply: (address: string, body: string) => Promise<void>;
}

interface SlackPorts extends PagePorts {
  /** Absent: the stage has no app. */
  slackApp?: SlackApp | undefined;
}

/** What Slack signs is good for so long, before and after. */
const TOLERANCE = 5 * MINUTE;
/** A message of 10,000 characters of blocks comes back as a form, in which most signs take three. */
const LARGEST = 200_000;

/** What is pressed. Everything else is taken and changes nothing. */
const pressedSchema = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id: z.string(), username: z.string(), team_id: z.string().optional() }),
  response_url: z.string().regex(/^https:\/\/hooks\.slack(?:-gov)?\.com\//),
  message: z.object({
    text: z.string(),
    blocks: z.array(z.looseObject({ block_id: z.string().optional() })),
  }),
  actions: z.tuple([
    z.object({
      action_id: z.enum(SLACK_ACTIONS),
      block_id: z.string().transform(buttonsIn),
      action_ts: z.string().regex(/^\d{10}\.\d{1,6}$/),
    }),
  ]),
});
type Pressed = z.output<typeof pressedSchema>;

/**
 * Takes what somebody pressed below a message in Slack, and answers there: the message then says who did what, or the
 * person alone reads why nothing was done. The same press again changes nothing: what is done begins when it was
 * pressed. Slack waits for 3 seconds.
 */
export async function answerSlack(request: HttpRequest, ports: SlackPorts): Promise<HttpAnswer> {
  const { slackApp } = ports;
  if (!slackApp || request.method !== 'POST' || request.body.length > LARGEST) return emptyAnswer(404);
  const text = new TextDecoder().decode(request.body);
  const signed = { text, secret: await slackApp.signingSecret(), now: ports.clock.now() };
  if (!isSigned(request, signed)) return emptyAnswer(401);
  const { data } = tryParse(pressedSchema, parseJson(new URLSearchParams(text).get('payload') ?? ''));
  if (data) await slackApp.reply(data.response_url, JSON.stringify(await act(data, { slackApp, ports })));
  return emptyAnswer(200);
}

/** An answer to a program that reads its status alone. */
export function emptyAnswer(status: number): HttpAnswer {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return { status, headers, body: '' };
}

/** Whether Slack has signed a body as it came, not long ago. */
function isSigned(
  { headers }: Pick<HttpRequest, 'headers'>,
  { text, secret, now }: { text: string; secret: string; now: Instant },
): boolean {
  const { 'x-slack-request-timestamp': at = '', 'x-slack-signature': given = '' } = headers;
  if (!/^\d{10}$/.test(at) || Math.abs(now - Number(at) * SECOND) > TOLERANCE) return false;
  const digest = Buffer.from(hmacSha256(secret, `v0:${at}:${text}`)).toString('hex');
  return isSameSecret(given, `v0=${digest}`);
}

/** Does what was pressed. Returns what Slack shows. */
async function act(
  { user, message, actions: [pressed] }: Pressed,
  { slackApp, ports }: { slackApp: SlackApp; ports: PagePorts },
): Promise<object> {
  const { action_id: kind, block_id: about } = pressed;
  const groups = [user.id, user.team_id ?? ''];
  const viewer = viewerOf({ issuer: 'slack', subject: user.id, name: user.username, groups }, slackApp.roles);
  if (!viewer || !mayAct(viewer))
    return toThem(
      `You have no role that acts on alerts. Ask who runs Bellwether to add ${user.id} as an editor below slack in the stage file.`,
    );
  const lane = about && laneNameOf(about.channel, 'slack');
  const { alert } = (about && (await ports.alerts.get(about.alertId, lane))) ?? {};
  const now = ports.clock.now();
  if (!about || !lane || !alert || alert.expiresAt <= now || !maySee(viewer, alert.brand))
    return toThem('This alert is not stored any more, or you may not see its brand.');
  const possible = possibleActions({ alert, lane, from: 'message', at: now });
  if (!possible.includes(kind)) return toThem('This cannot be done about this alert.');
  const at = Math.floor(Number(pressed.action_ts) * SECOND);
  // The answer shows it there.
  const quiet = { ...ports, transportQueue: undefined };
  if (!(await takeAction(kind, { subject: { alert, lane }, ports: quiet, by: viewer, at })))
    return toThem(NO_ROOM);
  const all = await actionsAbout(alert, ports);
  const taken = all.filter((one) => one.undoneAt === undefined && channelNameOf(one.lane) === about.channel);
  return {
    replace_original: true,
    text: message.text,
    blocks: withActions(message.blocks, about, { possible, taken, timezone: alert.timezone ?? 'UTC' }),
  };
}

function toThem(text: string): object {
  return { response_type: 'ephemeral', replace_original: false, text };
}
