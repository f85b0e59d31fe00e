import { type EditRules, OPERATORS } from '../../domain/channels/channel.ts';
import type { EditTarget, ProposedEdit } from '../../domain/edits/edit-view.ts';
import {
  type Edit,
  type EditChange,
  type Edited,
  type EditedKind,
  type Field,
  fieldsOfChannel,
  fieldsOfReport,
  fieldsOfWatch,
  isActive,
  MOST_EDITS,
  newEdit,
  refusalOf,
  withChange,
  withEdit,
  withEdits,
} from '../../domain/edits/edits.ts';
import { PAST, type PastEffect, pastEffect } from '../../domain/edits/past-effect.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { HttpAnswer, HttpRequest } from '../../domain/pages/http-exchange.ts';
import type { PageContext } from '../../domain/pages/inbox.ts';
import { formToken } from '../../domain/pages/signed-link.ts';
import { mayAct } from '../../domain/pages/viewer.ts';
import { dayOf } from '../../domain/time/instant.ts';
import { channelsOf, type Watch } from '../../domain/watches/watch.ts';
import type { EditedIn } from '../../store/watches/definitions.ts';
import { EDIT, formFields, formOpenedAt, type PagePorts } from './page-ports.ts';

/** So many of the latest findings are compared with a change. */
const MOST_FOUND = 3_000;

interface EditGiven {
  watch: Watch;
  desk: PageContext;
  ports: PagePorts;
}

interface Target extends EditTarget {
  /** False: somebody has edited since. */
  put: (edits: readonly Edit[]) => Promise<boolean>;
}

/**
 * Answers editors with the page on which a watch is edited. A form first shows what it would have changed, then saves:
 * one write, on condition that nobody else has edited since the page was opened. Sending it twice is the same.
 */
export async function answerEdits(
  watchId: string,
  { form, ...given }: { form: HttpRequest | undefined; desk: PageContext; ports: PagePorts },
): Promise<HttpAnswer | undefined> {
  const { desk, ports } = given;
  if (!mayAct(desk.viewer)) return ports.pages.refusedForm({ isReader: true });
  const watch = await ports.definitions.watch(watchId);
  if (!watch) return undefined;
  if (!form) return showPage({ ...given, watch });
  const { keys } = await ports.links();
  const at = formOpenedAt(form, { purpose: purposeOf(watchId, desk), keys, now: ports.clock.now() });
  if (at === undefined) return ports.pages.refusedForm();
  const fields = formFields(form);
  const proposed = await takeForm(fields, { ...given, watch });
  if (proposed) return showPage({ ...given, watch }, proposed);
  const location = `${desk.root}/watches/${watchId}/${EDIT}#edits`;
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

function purposeOf(watchId: string, { root }: PageContext): string {
  return `edit ${watchId} ${root}`;
}

async function showPage(given: EditGiven, proposed?: ProposedEdit): Promise<HttpAnswer> {
  const { watch, desk, ports } = given;
  const [{ keys }, rules, targets] = await Promise.all([ports.links(), rulesOf(ports), targetsOf(given)]);
  const token = formToken(purposeOf(watch.id, desk), { keys, now: ports.clock.now() });
  return ports.pages.edits({ watchId: watch.id, token, rules, targets, proposed }, desk);
}

async function rulesOf({ definitions }: Pick<PagePorts, 'definitions'>): Promise<EditRules> {
  const operators = await definitions.ofFile.channel.get(OPERATORS);
  return operators?.base.editRules ?? { mailDomains: [] };
}

/** Recipients of a channel may get alerts of all brands, so that only who sees all of them edits these. */
async function targetsOf({ watch, desk, ports }: EditGiven): Promise<Target[]> {
  const { definitions, reportPlans } = ports;
  const { watch: watches, channel: channels } = definitions.ofFile;
  const { mailDomains } = await rulesOf(ports);
  const names = desk.viewer.brands === 'all' && mailDomains.length > 0 ? channelsOf(watch.alert) : [];
  const [own, senders, reports] = await Promise.all([
    watches.get(watch.id),
    inParallel(names, (name) => channels.get(name)),
    watch.brand === undefined ? [] : reportPlans.ofFile.all(),
  ]);
  return [
    ...(own ? [targetOf(own, { kind: 'watch', id: watch.id, fieldsOf: fieldsOfWatch, of: watches })] : []),
    ...senders.flatMap((one) =>
      one
        ? targetOf(one, { kind: 'channel', id: one.base.name, fieldsOf: fieldsOfChannel, of: channels })
        : [],
    ),
    ...reports
      .filter(({ base }) => base.brand.id === watch.brand)
      .map((one) =>
        targetOf(one, { kind: 'report', id: one.base.id, fieldsOf: fieldsOfReport, of: reportPlans.ofFile }),
      ),
  ];
}

function targetOf<T>(
  edited: Edited<T>,
  {
    kind,
    id,
    fieldsOf,
    of,
  }: { kind: EditedKind; id: string; fieldsOf: (one: T) => Field<T>[]; of: EditedIn<T> },
): Target {
  const { base, edits, revision } = edited;
  return {
    kind,
    id,
    edits,
    revision,
    fields: fieldsOf(withEdits(edited, fieldsOf)),
    fileFields: fieldsOf(base),
    put: (next) => of.putEdits(id, next, revision),
  };
}

async function findTarget(fields: URLSearchParams, given: EditGiven): Promise<Target | undefined> {
  const [kind, id] = [fields.get('kind'), fields.get('id')];
  return (await targetsOf(given)).find((one) => one.kind === kind && one.id === id);
}

/** Does what a form says. What is not saved yet is shown again. */
async function takeForm(fields: URLSearchParams, given: EditGiven): Promise<ProposedEdit | undefined> {
  const undone = fields.get('undo');
  if (undone !== null) return undoEdit(undone, { fields, given });
  const target = await findTarget(fields, given);
  const field = target?.fields.find(({ key }) => key === fields.get('key'));
  const fileField = target?.fileFields.find(({ key }) => key === fields.get('key'));
  if (!target || !field || !fileField) return undefined;
  const rules = await rulesOf(given.ports);
  const change = changeIn(fields, field);
  const isFull = target.edits.filter(isActive).length >= MOST_EDITS;
  const refused = isFull
    ? `It has ${MOST_EDITS} edits. Take them into the file with bellwether pull first.`
    : refusalOf(field, change, rules);
  const proposed = { target, field, change, refused, isBehind: false };
  if (!fields.has('save') || rules.off || refused !== undefined) {
    // The form may have been sent twice: then it is done.
    const isDone =
      fields.has('save') && target.edits.some((one) => isActive(one) && isSameChange(one, change));
    if (isDone) return undefined;
    return refused === undefined
      ? { ...proposed, effect: await effectOf(change, { target, given }) }
      : proposed;
  }
  const { viewer, now } = given.desk;
  const edit = newEdit(change, { of: `${target.kind} ${target.id}`, field: fileField, by: viewer, at: now });
  const isSaved =
    fields.get('revision') === String(target.revision) && (await target.put(withEdit(target.edits, edit)));
  if (isSaved) return undefined;
  const again = await findTarget(fields, given);
  return (
    again && { ...proposed, target: again, isBehind: true, effect: await effectOf(change, { target, given }) }
  );
}

function isSameChange(one: EditChange, other: EditChange): boolean {
  return one.key === other.key && one.act === other.act && one.value === other.value;
}

/** What a form of a field asks for. */
function changeIn(fields: URLSearchParams, { key, value: now }: Field): EditChange {
  const text = (fields.get('value') ?? '').replaceAll(/\s+/g, ' ').trim().toWellFormed();
  if (typeof now === 'object') return { key, act: fields.has('remove') ? 'remove' : 'add', value: text };
  return { key, act: 'set', value: typeof now === 'number' ? Number(text) : text === 'true' };
}

async function undoEdit(
  id: string,
  { fields, given }: { fields: URLSearchParams; given: EditGiven },
): Promise<undefined> {
  const { id: viewer, name } = given.desk.viewer;
  const undone = { by: { id: viewer, name }, at: given.desk.now };
  for (;;) {
    const target = await findTarget(fields, given);
    if (!target?.edits.some((one) => one.id === id && isActive(one))) return undefined;
    if (await target.put(target.edits.map((one) => (one.id === id ? { ...one, undone } : one))))
      return undefined;
  }
}

/** What the past days would have been. Undefined where nothing stored says it. */
async function effectOf(
  change: EditChange,
  { target, given }: { target: EditTarget; given: EditGiven },
): Promise<PastEffect | undefined> {
  const { watch, desk, ports } = given;
  if (target.kind !== 'watch') return undefined;
  const days = [desk.now, desk.now - PAST].map(dayOf);
  const found = await ports.timeline.latest(watch.id, days, MOST_FOUND);
  const after = withChange(watch, change, fieldsOfWatch);
  return pastEffect(found, { before: watch, after, most: MOST_FOUND, now: desk.now });
}
