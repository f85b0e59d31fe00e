import type { Alert } from '../../../domain/alerts/alert.ts';
import type { Parameter, SettingValue } from '../../../domain/policies/parameter.ts';
import { policyOf } from '../../../domain/policies/registry.ts';
import { saySpan } from '../../../domain/time/format-time.ts';
import { wallClockOf } from '../../../domain/time/wall-clock.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import { shorten } from '../../text/plain-text.ts';
import { type Html, html, type Part } from '../../html/html.ts';
import { facts, newsText } from '../words.ts';

/** The policy that rang: what it saw, and its numbers as they are set now. */
export function policyFacts({ occasion }: Alert, watch: Watch | undefined, timezone: string): Html {
  const policy = watch && policyOf(watch.alert.when);
  const settings = watch?.alert.settings ?? {};
  const saw = Object.entries(occasion).filter(([key]) => key !== 'type');
  return facts([
    ['Policy', watch && html`${watch.alert.when.replaceAll('_', ' ')}: ${policy?.about}`],
    ['Rang for', occasion.type === watch?.alert.when ? undefined : occasion.type.replaceAll(/[-_]/g, ' ')],
    ...saw.map(([key, value]) => [labelOf(key), valueOf(value, timezone)] as const),
    ...(policy?.parameters ?? []).map(
      (parameter) => [labelOf(parameter.name), settingOf(parameter, settings[parameter.name])] as const,
    ),
    ['Grows', watch?.alert.grows && valueOf(watch.alert.grows, timezone)],
  ]);
}

/** A number of the policy with what it means. */
function settingOf({ form, preset, text }: Parameter, given: SettingValue | undefined): Part {
  const value = given ?? preset;
  if (value === undefined) return undefined;
  const shown = form.type === 'span' && typeof value === 'number' ? saySpan(value) : plainOf(value);
  return html`${shown} <span class="soft small">${text}</span>`;
}

function labelOf(key: string): string {
  const words = key.replaceAll(/[-_]/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** Sentences as text, spans by their ends, mappings as a line of names and values. */
function valueOf(value: unknown, timezone: string): Html {
  if (typeof value === 'string') return newsText(value, 2_000);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return html`${plainOf(value)}`;
  const pairs = Object.entries(value).map(([name, one]) => {
    const isTime = (name === 'from' || name === 'to') && typeof one === 'number';
    const shown = isTime ? wallClockOf(one, timezone).replace('T', ' ') : plainOf(one);
    return `${labelOf(name).toLowerCase()} ${shown}`;
  });
  return html`${pairs.join(', ')}`;
}

function plainOf(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 2 });
  return typeof value === 'string' ? value : shorten(JSON.stringify(value) ?? '', 500);
}
