import { POLICIES, policyOf, type PolicyName } from '../../../domain/policies/registry.ts';
import { namesIn } from '../document/member-of.ts';
import { yamlText } from '../problems/yaml-text.ts';
import { valueAt } from './known-keys.ts';
import { isMapping, type Mapping, type Mending, replaced } from './tree.ts';

/** Replaces what other tools write for an alert: `when: { volume: 50 }`, `when: volume > 50`, `alert: true`, `channels` of a watch. */
export function mendAlerts(given: Mending): Mending {
  return namesIn(given.data, 'watches').reduce(
    (now, watch) => mendWhen(mendSwitch(mendChannels(now, watch), watch), watch),
    given,
  );
}

/** A list of channels beside the other keys of a watch, or in place of one channel. */
function mendChannels(now: Mending, watch: string): Mending {
  const path = ['watches', watch];
  const map = valueAt(now.data, path);
  if (!isMapping(map)) return now;
  const { channels, ...others } = map;
  const alert = map['alert'] ?? {};
  if (!isMapping(alert) || Object.hasOwn(alert, 'channels')) return now;
  const isInside = Array.isArray(alert['channel']);
  const names = namesOf(isInside ? alert['channel'] : channels);
  // A list of one name is the value that `channel` takes.
  if (!names || (isInside ? names.length === 1 : Object.hasOwn(alert, 'channel'))) return now;
  const from = isInside ? [...path, 'alert', 'channel'] : [...path, 'channels'];
  const what = isInside ? 'One channel belongs here, and no list' : '"channels" belongs in alert';
  const written = `channels: [${names.map(yamlText).join(', ')}]`;
  const { channel: _one, ...rest } = alert;
  const value = { ...(isInside ? map : others), alert: { ...rest, channels: names } };
  const hint = isInside ? `write ${written}` : `write alert: { ${written} }`;
  const moves = [{ from, to: [...path, 'alert', 'channels'] }];
  return replaced(now, { path, value, problem: { path: from, atKey: true, what, hint }, moves });
}

/** The names in a text or in a list of texts; undefined for anything else. */
function namesOf(written: unknown): string[] | undefined {
  const items: unknown[] = Array.isArray(written) ? written : [written];
  const names = items.filter((item) => typeof item === 'string');
  return names.length > 0 && names.length === items.length ? names : undefined;
}

/** `alert: true` and `alert: false`. */
function mendSwitch(now: Mending, watch: string): Mending {
  const path = ['watches', watch, 'alert'];
  const value = valueAt(now.data, path);
  if (typeof value !== 'boolean') return now;
  const set = valueAt(now.data, ['defaults', 'channel']);
  const [channel = 'NAME'] = namesIn(now.data, 'channels');
  const hint = value
    ? `write alert: { channel: ${channel} }`
    : 'remove it, or write enabled: false for a watch that does not run. Every watch that runs alerts a channel';
  const problem = { path, what: 'Wrong type of value: a mapping belongs here', hint };
  const meant = set === undefined ? { channel } : {};
  const mended = replaced(now, { path, value: meant, problem, moves: [] });
  return { ...mended, renamed: [...mended.renamed, path] };
}

/** The settings of a policy inside of `when`. */
function mendWhen(now: Mending, watch: string): Mending {
  const path = ['watches', watch, 'alert'];
  const alert = valueAt(now.data, path);
  const meant = isMapping(alert) ? settingsIn(alert['when']) : undefined;
  if (!isMapping(alert) || !meant) return now;
  const { when, settings } = meant;
  const { when: _written, ...others } = alert;
  const written = [['when', when], ...Object.entries(settings)].map(
    ([key, value]) => `${key}: ${String(value)}`,
  );
  const problem = {
    path: [...path, 'when'],
    what: 'Wrong value: only the name of a policy belongs here, and its settings beside it',
    hint: `write ${written.join(', ')}`,
  };
  const moves = Object.keys(settings).map((key) => ({ from: [...path, 'when'], to: [...path, key] }));
  return replaced(now, { path, value: { ...settings, ...others, when }, problem, moves });
}

function settingsIn(when: unknown): { when: PolicyName; settings: Mapping } | undefined {
  if (isMapping(when)) {
    const [entry, ...others] = Object.entries(when);
    const [key = '', value] = entry ?? [];
    const policy = POLICIES.find((name) => name === key);
    if (policy === undefined || others.length > 0) return undefined;
    if (isMapping(value)) return { when: policy, settings: value };
    return typeof value === 'number' ? withNumber(policy, value) : undefined;
  }
  if (typeof when !== 'string' || when.length > LONGEST) return undefined;
  const [, name, digits] = /^([a-z_]+)\s*(?:[<>]=?|=|:|over|above|of)?\s*(\d{1,9})$/.exec(when.trim()) ?? [];
  const policy = POLICIES.find((one) => one === name);
  return policy === undefined ? undefined : withNumber(policy, Number(digits));
}

/** In characters. Longer texts are no name with a number. */
const LONGEST = 60;

/** The number is the first setting of the policy that is a number. */
function withNumber(when: PolicyName, value: number): { when: PolicyName; settings: Mapping } | undefined {
  const setting = policyOf(when).parameters.find(({ form }) => form.type === 'number');
  return setting && { when, settings: { [setting.name]: value } };
}
