import { PROTOCOLS } from '../../domain/alerts/message.ts';
import { TRANSPORTS } from '../../domain/channels/transports.ts';
import { defined } from '../../domain/lib/fields.ts';
import type { DrillView } from '../../domain/pages/form-views.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import { drillPurpose } from '../../domain/pages/page-links.ts';
import { formToken, openedAtOf, openSigned } from '../../domain/pages/signed-link.ts';
import { DAY } from '../../domain/time/instant.ts';
import { formFields, isFromOwnPage } from './page-forms.ts';
import type { PagePorts, PageRequest } from './page-ports.ts';

const KEPT = 400 * DAY;

/**
 * Answers the link of a drill. A GET shows one button and changes nothing: scanners of mail follow every link. A POST with the
 * token of the page confirms that the message has reached a person by this way; sending it twice is the same.
 */
export async function answerDrill(
  { request, signed, rest }: PageRequest,
  ports: PagePorts,
): Promise<HttpAnswer> {
  const { keys } = await ports.links();
  const [target = '', ...others] = rest;
  const id = openSigned(signed, { purpose: drillPurpose(target), keys });
  const stored = id === undefined || others.length > 0 ? undefined : await ports.drills.read(id);
  const [channel = '', by = ''] = target.split('~');
  if (id === undefined || !stored) return ports.pages.refusal();
  const now = ports.clock.now();
  const purpose = `confirm ${id} ${target}`;
  const isWay = [...PROTOCOLS, ...TRANSPORTS].some((one) => one === by);
  if (!isWay || (request.method !== 'GET' && request.method !== 'POST')) return ports.pages.refusal();
  const zone = (await ports.definitions.channel(channel))?.timezone ?? 'UTC';
  const view = async (token?: string): Promise<HttpAnswer> => {
    const read = await ports.drills.read(id);
    const confirmed = (read?.confirmations ?? []).filter((one) => one.channel === channel && one.by === by);
    const { beganAt } = stored.drill;
    return ports.pages.drill(
      defined<DrillView>({ channel, by, beganAt, timezone: zone, confirmed: confirmed.length, token }),
    );
  };
  if (request.method === 'GET') return view(formToken(purpose, { keys, now }));
  const at = openedAtOf(formFields(request).get('token') ?? '', { purpose, keys, now });
  if (at === undefined || !isFromOwnPage(request.headers)) return ports.pages.refusedForm();
  await ports.drills.confirm(id, { channel, by, at }, stored.drill.beganAt + KEPT);
  return view();
}
