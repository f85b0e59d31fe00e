import type { Alert } from '../../domain/alerts/alert.ts';
import { type Channel, channelNameOf } from '../../domain/channels/channel.ts';
import { openingIncident } from '../../domain/incidents/incident.ts';
import { isLowered } from '../../domain/judging/effects.ts';
import { openingQuestion } from '../../domain/judging/question.ts';
import { readOpening } from '../../domain/judging/read-answer.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { askModel } from '../alerts/ask-model.ts';
import { type AlertPorts, openIncident, resolveIncident } from '../alerts/put-alerts.ts';
import type { OpenModel } from '../ports/models.ts';
import type { Ports } from '../ports/ports.ts';

/**
 * Three sentences by a model over the stories of a brief, marked as its work. Undefined: the channel wants none, there
 * are fewer than two stories, or the model gives none that counts, of which the operators are notified once. The brief
 * goes out all the same.
 */
export async function writeOpening(
  alerts: readonly Alert[],
  { channel, deadline }: { channel: Channel; deadline: Instant },
  ports: AlertPorts & Pick<Ports, 'incidents' | 'judging'> & { models: OpenModel },
): Promise<string | undefined> {
  const stories = alerts.flatMap(({ items: [first], story, judged, severity }) =>
    first && !isLowered(judged, severity) ? [{ ...first, outlets: story?.outlets ?? 1 }] : [],
  );
  const { opening } = channel;
  if (!opening || stories.length < 2) return undefined;
  const name = channelNameOf(channel.name);
  const asked = await askModel(
    {
      model: await ports.models(opening.model),
      name: opening.model,
      question: openingQuestion(stories, opening.language),
      owner: `brief:${name}`,
      most: opening.tokensPerMonth,
      deadline,
      read: ({ text }) => readOpening(text),
    },
    ports,
  );
  const incident = (reason: string) => openingIncident(name, { reason, at: ports.clock.now() });
  if ('failure' in asked) await openIncident(ports, incident(asked.failure));
  else await resolveIncident(ports, incident('').subject);
  return 'failure' in asked ? undefined : `Written by model ${opening.model}: ${asked.value}`;
}
