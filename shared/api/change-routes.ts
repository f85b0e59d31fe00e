import { isInForce, LONGEST_SILENCE, type Silence, silenceOf } from '../domain/channels/silence.ts';
import { type ApiKey, hashOfSecret, keyParts, keyText } from '../domain/pages/api-key.ts';
import { actionsOn } from '../domain/pages/signed-link.ts';
import { DAY, MINUTE } from '../domain/time/instant.ts';
import { readAction, takeAction } from '../use-cases/pages/answer-actions.ts';
import { endSilence } from '../use-cases/pages/page-ports.ts';
import { missing, problem } from './problem.ts';
import { pageOf } from './read-routes.ts';
import { type Asked, type Route, route } from './route.ts';
import * as s from './schemas.ts';

async function silencesOf({ ports }: Asked<unknown>) {
  const now = ports.clock.now();
  return (await ports.silences.since(now)).filter((silence) => isInForce(silence, now));
}

/** Whether a new silence names only what exists and the caller may see; who does not see everything has to name some. */
async function isOwn(
  { brand = [], watch = [] }: Silence['matchers'],
  { caller, ports }: Asked<unknown>,
): Promise<boolean> {
  const watches = await ports.definitions.watches();
  return (
    (caller.brands === 'all' || brand.length + watch.length > 0) &&
    brand.every((one) => watches.some((known) => known.brand === one)) &&
    watch.every((one) => watches.some(({ id }) => id === one))
  );
}

function keyOf(key: ApiKey) {
  return { ...key, usedAt: key.minute > 0 ? key.minute * MINUTE : undefined };
}

export const changeRoutes: readonly Route[] = [
  route({
    path: '/silences',
    name: 'silences',
    about: 'Lists the silences that are in force.',
    input: { after: s.after },
    answer: s.listOf('silences', s.silenceSchema),
    use: async (asked) => pageOf(await silencesOf(asked), asked.input, ({ id }) => id),
  }),
  route({
    method: 'POST',
    path: '/silences',
    name: 'silence',
    about:
      'Mutes the alerts that all matchers match, from now until the end. They are stored, and not sent later.',
    access: 'write',
    input: s.newSilence,
    answer: s.silenceSchema,
    async use(asked) {
      const { input, caller, ports } = asked;
      const now = ports.clock.now();
      const endsAt = Date.parse(input.endsAt);
      if (endsAt <= now || endsAt > now + LONGEST_SILENCE)
        return problem('unprocessable', `endsAt must be in the next ${LONGEST_SILENCE / DAY} days.`);
      if (!(await isOwn(input.matchers, asked)))
        return problem('unprocessable', 'Name only watches and brands that exist and that the key may see.');
      if (await ports.silences.isFull(now))
        return problem('conflict', 'There are as many silences as there may be. End some first.');
      const silence = silenceOf({ ...input, owner: input.owner ?? caller.name, endsAt }, now);
      await ports.silences.put(silence);
      return silence;
    },
  }),
  route({
    method: 'DELETE',
    path: '/silences/{id}',
    name: 'endSilence',
    about: 'Ends a silence now. What it has muted is not sent.',
    access: 'write',
    input: { id: s.id },
    answer: s.silenceSchema,
    async use(asked) {
      const found = (await silencesOf(asked)).find(({ id }) => id === asked.input.id);
      if (!found) return missing('silence');
      await endSilence(found.id, asked.ports);
      return { ...found, endsAt: asked.ports.clock.now() };
    },
  }),
  route({
    path: '/acknowledgements',
    name: 'acknowledgements',
    about: 'Lists which alerts of the last 31 days people have acknowledged.',
    input: { after: s.after },
    answer: s.listOf('acknowledgements', s.acknowledgementSchema),
    async use({ input, ports }) {
      const all = await ports.readerActions.acknowledgedSince(ports.clock.now() - 31 * DAY);
      return pageOf(all, input, ({ alertId, lane }) => `${alertId}~${lane}`);
    },
  }),
  route({
    method: 'POST',
    path: '/acknowledgements',
    name: 'acknowledge',
    about: 'Acknowledges an alert. Incidents that it opened at other services end.',
    access: 'write',
    input: { alert: s.id },
    answer: s.acknowledgementSchema,
    async use({ input, caller, ports }) {
      const { alert } = (await ports.alerts.get(input.alert)) ?? {};
      if (!alert || !actionsOn(alert).includes('acknowledge')) return missing('alert');
      const subject = { alert, lane: alert.channel, root: '/api' };
      await takeAction('acknowledge', { subject, ports, by: caller, at: ports.clock.now() });
      return (await readAction('acknowledge', { ...subject, ports })) ?? missing('alert');
    },
  }),
  route({
    path: '/keys',
    name: 'keys',
    about: 'Lists keys, revoked ones among them.',
    access: 'operator',
    input: {},
    answer: s.listOf('keys', s.keySchema),
    use: async ({ ports }) => ({ items: (await ports.apiKeys.all()).map(keyOf) }),
  }),
  route({
    method: 'POST',
    path: '/keys',
    name: 'createKey',
    about: 'Makes a key. Nothing shows it again: only a hash of it is stored.',
    access: 'operator',
    input: s.newKey,
    answer: s.keySchema,
    async use({ input, ports }) {
      const known = new Set((await ports.definitions.watches()).map(({ brand }) => brand));
      if (input.brands !== 'all' && input.brands.some((brand) => !known.has(brand)))
        return problem('unprocessable', 'There is no watch of one of these brands.');
      const parts = keyParts(ports.random(16), ports.random(32));
      const stored = { hash: hashOfSecret(parts), madeAt: ports.clock.now(), minute: 0, left: 0 };
      const made = { ...input, id: parts.id, ...stored };
      if (!(await ports.apiKeys.put(made))) return problem('conflict', 'Try again.');
      return { ...made, key: keyText(parts) };
    },
  }),
  route({
    method: 'DELETE',
    path: '/keys/{id}',
    name: 'revokeKey',
    about: 'Revokes a key: from now on it is refused.',
    access: 'operator',
    input: { id: s.id },
    answer: s.keySchema,
    async use({ input, ports }) {
      const revoked = await ports.apiKeys.revoke(input.id, ports.clock.now());
      return revoked ? keyOf(revoked) : missing('key');
    },
  }),
];
