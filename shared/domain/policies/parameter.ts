/** The settings of a watch's policy, with every default filled in. Spans are milliseconds. */
export type SettingValue = number | string | readonly string[];
export type Settings = Readonly<Record<string, SettingValue>>;

/** What a value may be. The schema of `watches.yaml` is built from this. */
type Form =
  | { type: 'number'; whole: boolean; min: number; max: number }
  /** `min` and `max` as the file writes spans: `24h`. */
  | { type: 'span'; min: string; max: string }
  | { type: 'choice'; values: readonly string[] }
  | { type: 'names'; pattern: RegExp; expected: string };

/** One setting of a policy, for the check of the file, its JSON Schema and the policy itself. */
export interface Parameter<T extends SettingValue | undefined = SettingValue | undefined> {
  /** The key in the file. */
  name: string;
  form: Form;
  /** The value where the file has none; undefined when there is no default. */
  preset: T;
  /** Its meaning, in one sentence. */
  text: string;
  /** Its value in the settings of a watch. */
  of(settings: Settings): T;
}

type About<T> = { preset: T; text: string };

/** A number. Without a preset it may be absent. */
export function numberParameter<T extends number | undefined>(
  name: string,
  { whole, min, max, ...about }: About<T> & { whole: boolean; min: number; max: number },
): Parameter<number | T> {
  const of = (settings: Settings): number | T => {
    const value = settings[name];
    return typeof value === 'number' ? value : about.preset;
  };
  return { name, form: { type: 'number', whole, min, max }, ...about, of };
}

/** A span of time, in milliseconds. */
export function spanParameter(
  name: string,
  { min, max, ...about }: About<number> & { min: string; max: string },
): Parameter<number> {
  const of = (settings: Settings): number => {
    const value = settings[name];
    return typeof value === 'number' ? value : about.preset;
  };
  return { name, form: { type: 'span', min, max }, ...about, of };
}

/** One of a fixed list of names. */
export function choiceParameter<const T extends readonly string[]>(
  name: string,
  { values, ...about }: About<T[number]> & { values: T },
): Parameter<T[number]> {
  const of = (settings: Settings): T[number] => values.find((one) => one === settings[name]) ?? about.preset;
  return { name, form: { type: 'choice', values }, ...about, of };
}

/** A list of names; undefined means all of them. */
export function namesParameter(
  name: string,
  { pattern, expected, text }: { pattern: RegExp; expected: string; text: string },
): Parameter<readonly string[] | undefined> {
  const of = (settings: Settings): readonly string[] | undefined => {
    const value = settings[name];
    return typeof value === 'object' ? value : undefined;
  };
  return { name, form: { type: 'names', pattern, expected }, preset: undefined, text, of };
}

/** The settings of a policy: the written values, and the presets of the others. */
export function settingsOf(
  parameters: readonly Parameter[],
  written: Readonly<Record<string, unknown>>,
): Settings {
  const entries = parameters.flatMap(({ name, preset }): [string, SettingValue][] => {
    const value = written[name];
    const given = isSetting(value) ? value : preset;
    return given === undefined ? [] : [[name, given]];
  });
  return Object.fromEntries(entries);
}

function isSetting(value: unknown): value is SettingValue {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string');
  return typeof value === 'number' || typeof value === 'string';
}
