import { loadedOnce } from '../lib/in-parallel.ts';

/** Topics of an article (news service, `theme`). */
export const NEWS_THEMES = [
  'Business',
  'Economics',
  'Entertainment',
  'Finance',
  'Health',
  'Politics',
  'Science',
  'Sports',
  'Tech',
  'Crime',
  'Financial Crime',
  'Lifestyle',
  'Automotive',
  'Travel',
  'Weather',
  'General',
] as const;

/** Kinds of outlet (news service, `news_type`). */
export const NEWS_TYPES = [
  'Tech News and Updates',
  'Sports News and Blogs',
  'News and Blogs',
  'E-commerce and Product Information',
  'Educational News',
  'Press Releases',
  'Corporate News',
  'Gaming News and Blogs',
  'Entertainment and Media News',
  'Health and Medical News',
  'Government and Municipal News',
  'Real Estate News',
  'Automotive News and Blogs',
  'News Aggregators',
  'Fashion and Lifestyle',
  'Local News and Community Events',
  'Music and Radio',
  'Reviews',
  'Blogs and Magazines',
  'Political News',
  'Non-Profit and Organization News',
  'Event News',
  'General News Outlets',
  'Gambling News',
  'Travel and Lifestyle',
  'Finance and Investment',
  'Specific News Type',
  'Pure News Outlet',
  'Corporate News Section',
  'Other',
] as const;

/** Kinds of news domain (news service, `news_domain_type`). */
export const NEWS_DOMAIN_TYPES = [
  'Original Content',
  'Aggregator',
  'Press Releases',
  'Republisher',
  'Other',
] as const;

/** What a query searches (news service, `search_in`). The `summary` values need a plan with NLP. */
export const SEARCH_PLACES = [
  'title',
  'content',
  'summary',
  'title_content',
  'title_translated',
  'content_translated',
  'summary_translated',
  'title_content_translated',
] as const;

export const SORT_ORDERS = ['relevancy', 'date', 'rank'] as const;
export const DATE_PRECISIONS = ['full', 'timezone unknown', 'date'] as const;
export const CLUSTERING_VARIABLES = ['content', 'title', 'summary'] as const;
export const TIME_FRAMES = ['day', 'hour', 'month'] as const;

/**
 * The languages that the published list of the news service has (news service, value lists): ISO 639-1, with `cn` and
 * `tw` for Chinese.
 */
export const NEWS_LANGUAGES: readonly string[] = codes(`
  af am an ar as av az ba be bg bh bn bo br bs ca ce co cs cv cy da de dv el en eo es et eu fa fi fr fy ga gd gl gn gu gv
  he hi hr ht hu hy ia id ie io is it ja jv ka kk km kn ko ku kv kw ky la lb li lo lt lv mg mk ml mn mr ms mt my ne nl nn
  no oc or os pa pl ps pt qu rm ro ru sa sc sd sh si sk sl so sq sr su sv sw ta te tg th tk tl tr tt ug uk ur uz vi vo wa
  yi yo cn tw`);

const PUBLISHED: ReadonlySet<string> = new Set(NEWS_LANGUAGES);

function codes(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Codes that the platform knows besides: of places and languages that have another code, or are none. */
const NO_COUNTRIES = new Set(
  codes('AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH NT QO RH SU TA TP UK UN VD XA XB XK YD YU ZR ZZ'),
);
const NO_LANGUAGES = new Set(codes('in iw ji jw mo'));

const platform = loadedOnce(() => ({
  languages: new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }),
  countries: new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }),
}));

/** Whether a code is a language of ISO 639-1 or one of the service's own two for Chinese. Case does not count. */
export function isLanguage(code: string): boolean {
  const lower = code.toLowerCase();
  if (PUBLISHED.has(lower)) return true;
  return /^[a-z]{2}$/.test(lower) && !NO_LANGUAGES.has(lower) && platform().languages.of(lower) !== undefined;
}

/** Whether the published list of the news service has a language. Case does not count. */
export function isPublishedLanguage(code: string): boolean {
  return PUBLISHED.has(code.toLowerCase());
}

/** Whether two letters are a country of ISO 3166-1: UK, EU and ZZ are none. Case does not count. */
export function isCountry(code: string): boolean {
  const upper = code.toUpperCase();
  return /^[A-Z]{2}$/.test(upper) && !NO_COUNTRIES.has(upper) && platform().countries.of(upper) !== undefined;
}
