import { lookUp } from '../../../domain/lib/fields.ts';
import type { Alert, Occasion } from '../../../domain/alerts/alert.ts';
import type { Parameter, SettingValue } from '../../../domain/policies/parameter.ts';
import { policyOf } from '../../../domain/policies/registry.ts';
import { formatSpan } from '../../../domain/time/format-time.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import { type Html, html, type Part } from '../../html/html.ts';
import { formatMinute } from '../../text/format-values.ts';
import { INCIDENT_NAMES } from '../../text/incident-names.ts';
import { shorten } from '../../text/plain-text.ts';
import { factList, newsText } from '../parts/page-elements.ts';

/** The policy behind an alert: what it detected, and its settings. Those of alerts of an older version are those of now. */
export function policyFacts(
  { occasion, rule: stored }: Alert,
  watch: Watch | undefined,
  timezone: string,
): Html {
  const rule = stored ?? watch?.alert;
  const policy = rule && policyOf(rule.when);
  const settings = rule?.settings ?? {};
  return factList([
    ['Policy', rule && html`${rule.when.replaceAll('_', ' ')}: ${policy?.about}`],
    ['Triggered by', occasion.type === rule?.when ? undefined : triggerOf(occasion)],
    ...detailsOf(occasion).map(([key, value]) => [labelOf(key), valueOf(value, timezone)] as const),
    ...(policy?.parameters ?? []).map(
      (parameter) => [labelOf(parameter.name), settingOf(parameter, settings[parameter.name])] as const,
    ),
  ]);
}

const TRIGGERS: Readonly<Partial<Record<Occasion['type'], string>>> = {
  base: 'the first run of the watch',
  'life-sign': 'a heartbeat',
};

/** What triggered an alert, other than the policy itself. */
function triggerOf(occasion: Occasion): string {
  if (occasion.type === 'trouble')
    return `${occasion.cured ? 'resolved' : 'open'} incident: ${INCIDENT_NAMES[occasion.trouble]}`;
  return TRIGGERS[occasion.type] ?? occasion.type.replaceAll('_', ' ');
}

/** What a policy detected; the text of any other alert says it all. */
function detailsOf(occasion: Occasion): (readonly [string, unknown])[] {
  const hasDetails = 'text' in occasion && occasion.type !== 'trouble';
  return hasDetails ? Object.entries(occasion).filter(([key]) => key !== 'type') : [];
}

/** The value of a setting and its meaning. */
function settingOf({ form, preset, text }: Parameter, given: SettingValue | undefined): Part {
  const value = given ?? preset;
  if (value === undefined) return undefined;
  const shown = form.type === 'span' && typeof value === 'number' ? formatSpan(value) : plainOf(value);
  return html`${shown} <span class="soft small">${text}</span>`;
}

const LABELS: Readonly<Record<string, string>> = { text: 'Detected', short: 'What is new' };

/** `number_of_people` and `numberOfPeople` as `Number of people`. */
function labelOf(key: string): string {
  const words = key.replaceAll(/[-_]/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return lookUp(LABELS, key) ?? words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

function valueOf(value: unknown, timezone: string): Html {
  if (typeof value === 'string') return newsText(value, 2_000);
  const parts = Array.isArray(value) ? value : [value];
  return newsText(parts.map((part) => lineOf(part, timezone)).join('; '), 2_000);
}

/** A mapping as a line of names and values; numbers of `from` and `to` are times. */
function lineOf(value: unknown, timezone: string): string {
  if (typeof value !== 'object' || value === null) return plainOf(value);
  const pairs = Object.entries(value).map(([name, one]) => {
    const isTime = (name === 'from' || name === 'to') && typeof one === 'number';
    return `${labelOf(name).toLowerCase()} ${isTime ? formatMinute(one, timezone) : plainOf(one)}`;
  });
  return pairs.join(', ');
}

function plainOf(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 2 });
  return typeof value === 'string' ? value : shorten(JSON.stringify(value) ?? '', 500);
}
