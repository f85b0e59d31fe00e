import type { EditsView, EditTarget, ProposedEdit } from '../../domain/edits/edit-view.ts';
import {
  changeText,
  type Edit,
  fateOf,
  type Field,
  isActive,
  makesFindMore,
} from '../../domain/edits/edits.ts';
import type { PastEffect } from '../../domain/edits/past-effect.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { PageContext } from '../../domain/pages/inbox.ts';
import { formatCount } from '../text/format-values.ts';
import { html, type Html, type Part } from '../text/html.ts';
import { buttonForm, hiddenFields, inputField, labelled, newsText, timeIn } from './page-elements.ts';
import { pageLayout } from './page-layout.ts';

/** The page on which a watch is edited: what holds, a form for each change, and what people have edited. */
export function editPage(view: EditsView, desk: PageContext): HttpAnswer {
  const { watchId, targets, rules, proposed } = view;
  const isOff = rules.off === true;
  const intro = isOff
    ? 'The file allows no edits on pages. Each form shows the lines for watches.yaml.'
    : 'An edit holds from the next run on, above watches.yaml, until somebody undoes it or takes it into the file.';
  const main = html`<p class="kicker"><a href="${desk.root}/watches/${watchId}">${watchId}</a></p>
<h1>Edit ${watchId}</h1><p class="soft">${intro}</p>
${proposed && proposedCard(proposed, view, desk)}
${targets.map((target) => target.fields.map((field) => fieldSection(target, { field, view })))}
${historySection(view, desk)}`;
  return pageLayout({ title: `Edit ${watchId}`, main, desk, list: '/watches', narrow: true });
}

const TITLES: Readonly<Record<string, string>> = {
  names: 'Names that it finds',
  phrases: 'Phrases that exclude an article',
  outlets: 'Outlets that it leaves out',
  sources: 'The only outlets that it reads',
  enabled: 'Runs',
  email: 'Recipients by e-mail',
  ses: 'Recipients by HTML mail',
  competitors: 'Competitors',
};

function titleOf({ kind, id }: EditTarget, { key }: Pick<Field, 'key'>): string {
  const title = TITLES[key] ?? `Threshold: ${key.replace('alert.', '').replaceAll('_', ' ')}`;
  return kind === 'watch' ? title : `${title} of ${kind} ${id}`;
}

/** What each form of a field sends. */
function formFieldsOf(
  { kind, id, revision }: EditTarget,
  { token }: EditsView,
  more: Record<string, string>,
) {
  return { token, kind, id, revision: String(revision), ...more };
}

function fieldSection(target: EditTarget, { field, view }: { field: Field; view: EditsView }): Html {
  const { key, value } = field;
  const fields = (more: Record<string, string>) => formFieldsOf(target, view, { key, ...more });
  const title = html`<h2>${titleOf(target, field)}</h2>`;
  const see = 'Show what it changes';
  if (typeof value === 'boolean') {
    const button = value ? 'Pause this watch' : 'Let this watch run';
    return html`${title}<p>${value ? 'It runs.' : 'It is paused.'}</p>${buttonForm(fields({ value: String(!value) }), { button })}`;
  }
  const written = typeof value === 'number' ? String(value) : '';
  const form = html`<form method="post">${hiddenFields(fields({}))}${labelled(typeof value === 'number' ? 'Value' : 'Add', inputField('value', { value: written, most: 100 }))} <button>${see}</button></form>`;
  if (typeof value === 'number') return html`${title}${form}`;
  const rows = value.map(
    (one) =>
      html`<li>${newsText(one)} ${buttonForm(fields({ value: one, remove: '' }), { button: 'Remove' })}</li>`,
  );
  return html`${title}${value.length > 0 && html`<ul class="plainlist">${rows}</ul>`}${form}`;
}

/** A change with what the past days would have been, and a button to save it. */
function proposedCard(
  { target, field, change, refused, isBehind, effect }: ProposedEdit,
  view: EditsView,
  desk: PageContext,
): Html {
  const text = newsText(changeText(change, [titleOf(target, field)]));
  if (refused !== undefined)
    return html`<div class="card notice" role="status"><p><strong>${text}</strong></p><p>${refused}</p></div>`;
  const { key, act, value } = change;
  const more = { key, value: String(value), save: '', ...(act === 'remove' && { remove: '' }) };
  const current = view.targets.find(({ kind, id }) => kind === target.kind && id === target.id) ?? target;
  return html`<div class="card notice" role="status">
${isBehind && html`<p><strong>Somebody else has edited this meanwhile.</strong> Look at what holds now, then save again.</p>`}
<p><strong>${text}</strong></p>${effectText({ field, change, effect, target })}
${view.rules.off ? html`<pre>${linesFor(field, change)}</pre>` : buttonForm(formFieldsOf(current, view, more), { button: 'Save' })}
<a href="${desk.root}/watches/${view.watchId}/edit">Cancel</a></div>`;
}

/** So many headlines are shown as examples. */
const MOST_EXAMPLES = 5;

function effectText({
  field,
  change,
  effect,
  target,
}: Pick<ProposedEdit, 'field' | 'change' | 'effect' | 'target'>): Html {
  if (target.kind === 'report') return html`<p>The next report follows it.</p>`;
  if (target.kind === 'channel') {
    const confirm =
      field.key === 'email' &&
      change.act === 'add' &&
      ' A new address first gets a message with a link to confirm.';
    return html`<p>It holds within some minutes.${confirm}</p>`;
  }
  if (makesFindMore(change))
    return html`<p>What it would have found in the past 14 days is not known: only what the watch did find is stored. The next run
collects a baseline without alerts, then what is new alerts.</p>`;
  if (!effect) return html`<p>Too little is stored to say what the past 14 days would have been.</p>`;
  return pastText(effect);
}

function pastText({ alerts, lost, won, isCut }: PastEffect): Html {
  const examples = (all: readonly string[]) =>
    all.length > 0 &&
    html`<ul>${all.slice(0, MOST_EXAMPLES).map((one) => html`<li>${newsText(one)}</li>`)}${all.length > MOST_EXAMPLES && html`<li class="soft">and ${all.length - MOST_EXAMPLES} more</li>`}</ul>`;
  return html`<p>Of ${formatCount(alerts, 'alert')} in the past 14 days${isCut && ', as far as the latest findings show'}, ${lost.length} would not have been sent${lost.length > 0 ? ':' : '.'}</p>${examples(lost)}
<p>${formatCount(won.length, 'alert')} more would have been sent${won.length > 0 ? ':' : '.'}</p>${examples(won)}`;
}

/** The lines of `watches.yaml` for a change, to be copied. */
function linesFor({ path }: Field, { act, value }: { act: Edit['act']; value: Edit['value'] }): string {
  const lines = path.map((key, depth) => `${'  '.repeat(depth)}${key}:`);
  const sign = act === 'set' ? ` ${value}` : ` # ${act} ${value}`;
  return `${lines.join('\n')}${sign}`;
}

function historySection(view: EditsView, { timezone }: PageContext): Html {
  const rows = view.targets.flatMap((target) =>
    target.edits.map((edit) => ({ at: edit.at, row: historyRow(edit, { target, view, timezone }) })),
  );
  if (rows.length === 0)
    return html`<h2 id="edits">Edits</h2><p class="soft">Nobody has edited anything here.</p>`;
  const latest = rows.toSorted((a, b) => b.at - a.at).map(({ row }) => row);
  return html`<h2 id="edits">Edits</h2><ul class="plainlist">${latest}</ul>`;
}

function historyRow(
  edit: Edit,
  { target, view, timezone }: { target: EditTarget; view: EditsView; timezone: string },
): Html {
  const { by, at, undone, id } = edit;
  const state: Part = undone
    ? html`, ended by ${newsText(undone.by.name, 80)} at ${timeIn(undone.at, timezone)}`
    : fateOf(edit, target.fileFields) === 'overruled' &&
      html` <strong>The file has changed this since.</strong>`;
  const undo = isActive(edit) && buttonForm(formFieldsOf(target, view, { undo: id }), { button: 'Undo' });
  return html`<li>${newsText(changeText(edit, [titleOf(target, edit)]))} <span class="soft small">by ${newsText(by.name, 80)} at ${timeIn(at, timezone)}${state}</span> ${undo}</li>`;
}
