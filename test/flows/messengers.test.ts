import { afterAll, beforeAll, expect, it } from 'vitest';
import { PRESET_NAMES } from '../../shared/domain/channels/webhook-presets.ts';
import { MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import { createPost } from '../../shared/providers/http/post.ts';
import { webhookTransport } from '../../shared/providers/transports/webhook-transport.ts';
import { FORMS } from '../../shared/render/chat/forms.ts';
import { composeWithLinks } from '../../shared/render/message/compose-message.ts';
import { putAlert } from '../../shared/use-cases/alerts/put-alerts.ts';
import { deliverAlerts } from '../../shared/use-cases/deliver/deliver-alerts.ts';
import { dies, dying, forEveryDeath } from '../ports/dying.ts';
import { aChannel, anAlert, aWatch } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';
import { LINKS } from '../shared/use-cases/pages/open-pages.ts';
import { messengerOf } from '../transports/messengers.ts';
import { startTransportServices, type TransportServices } from '../transports/start-transport-services.ts';

let services: TransportServices;
beforeAll(async () => {
  services = await startTransportServices();
});
afterAll(() => services.close());

const ALERTS = 24;
const LANE = 'press-team~webhook';

it.each(PRESET_NAMES)(
  '%s gets a flood of alerts within its rates, each of them, and one repeat at most for each lost answer and each death',
  async (preset) => {
    const { lane, secrets, counter, shown, isIdempotent } = messengerOf(preset);
    await forEveryDeath(async (doom) => {
      const bench = await workbench({
        watches: [aWatch()],
        channels: [aChannel({ email: [], sms: [], transports: lane }), aChannel({ name: 'operators' })],
      });
      for (let n = 0; n < ALERTS; n += 1)
        await putAlert(bench.ports, anAlert(n, { severity: n % 3 === 0 ? 'critical' : 'warning' }));
      const now = () => bench.clock.at;
      const topic = webhookTransport({
        post: createPost({ now, mayReach: (address) => address === '127.0.0.1' }),
        secret: async (name) => secrets(services.url)[name] ?? '',
        now,
      });
      const ports = { ...bench.ports, topic, compose: composeWithLinks(LINKS, FORMS) };
      const limit = counter(now);
      const [lost, refused]: string[][] = [[], []];
      let asked = 0;
      services.taken.length = 0;
      services.trouble = ({ path }) => {
        const answer = limit();
        if (answer) refused!.push(path);
        if (answer || (asked += 1) % 5 !== 0) return answer;
        lost!.push(path);
        return 'lost-answer';
      };
      const deliver = (given: typeof ports, owner: string) =>
        deliverAlerts('all', given, { owner, deadline: now() + 2 * MINUTE }, 'others');
      await dies(deliver(dying(ports, doom), 'first'));
      for (let round = 0; round < 8; round += 1) {
        bench.clock.at += 70 * SECOND;
        await deliver(ports, `round ${round}`);
      }
      expect(refused).toEqual([]);
      const ids = new Set(services.taken.map(({ headers }) => headers['bellwether-message']));
      expect(services.taken.length - ids.size).toBeLessThanOrEqual(lost!.length + 1);
      expect(shown(services.taken)).toBe(isIdempotent ? ids.size : services.taken.length);
      const states = await Promise.all(
        Array.from({ length: ALERTS }, async (_, n) => bench.store.alerts.onLanes(anAlert(n).id)),
      );
      expect(
        states.flat().filter(({ alert, state }) => alert.channel === LANE && state.state !== 'notified'),
      ).toEqual([]);
    });
  },
  60_000,
);
