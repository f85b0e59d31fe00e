const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * The language of a tag without its script and region, in its shortest code of today: `iw` and `heb` are `he`, `in-ID`
 * is `id`, `zh_TW` is `zh`. Undefined for what names no language, such as the country codes `cn` and `jp`.
 */
export function languageCode(tag: string): string | undefined {
  try {
    const { language } = new Intl.Locale(tag.replaceAll('_', '-'));
    return names.of(language) === undefined ? undefined : language;
  } catch {
    return undefined;
  }
}

/** The two written forms of Norwegian. `no` means either. */
const NORWEGIAN: readonly string[] = ['nb', 'nn'];

/** Whether a text in a language is one in a wanted language: in the service's codes, `cn` and `tw` are Chinese. */
export function isInLanguage(language: string, wanted: string): boolean {
  const code = wanted === 'cn' || wanted === 'tw' ? 'zh' : languageCode(wanted);
  if (language === code) return true;
  const pair = [language, code ?? ''];
  return pair.includes('no') && pair.some((one) => NORWEGIAN.includes(one));
}
