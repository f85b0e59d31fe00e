/** The language codes of the news service (news service, value lists): ISO 639-1, with `cn` and `tw` for Chinese. */
export const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'af am an ar as av az ba be bg bh bn bo br bs ca ce co cs cv cy da de dv el en eo es et eu fa fi fr fy ga gd gl gn gu ' +
    'gv he hi hr ht hu hy ia id ie io is it ja jv ka kk km kn ko ku kv kw ky la lb li lo lt lv mg mk ml mn mr ms mt my ne ' +
    'nl nn no oc or os pa pl ps pt qu rm ro ru sa sc sd sh si sk sl so sq sr su sv sw ta te tg th tk tl tr tt ug uk ur uz ' +
    'vi vo wa yi yo cn tw'
  ).split(' '),
);

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Whether two letters are a country of ISO 3166-1, by what the platform knows. */
export function isCountry(code: string): boolean {
  return /^[a-z]{2}$/i.test(code) && regions.of(code.toUpperCase()) !== undefined;
}
