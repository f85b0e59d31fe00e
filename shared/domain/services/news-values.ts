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

/** The other codes of ISO 639-1. The binding description of the service takes them too. */
const OTHER_LANGUAGES = codes(`
  aa ab ae ak ay bi bm ch cr cu dz ee ff fj fo ha ho hz ig ii ik iu kg ki kj kl kr ks lg ln lu mh mi na nb nd ng nr nv ny
  oj om pi rn rw se sg sm sn ss st ti tn to ts tw ty ve wo xh za zh zu`);

/** The codes of ISO 3166-1. */
const COUNTRIES: ReadonlySet<string> = new Set(
  codes(`
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
  CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
  GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
  KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
  NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
  SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
  VN VU WF WS YE YT ZA ZM ZW`),
);

const LANGUAGES: ReadonlySet<string> = new Set([...NEWS_LANGUAGES, ...OTHER_LANGUAGES]);
const PUBLISHED: ReadonlySet<string> = new Set(NEWS_LANGUAGES);

function codes(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Whether a code is a language of ISO 639-1 or one of the service's own two for Chinese. Case does not count. */
export function isLanguage(code: string): boolean {
  return LANGUAGES.has(code.toLowerCase());
}

/** Whether the published list of the news service has a language. Case does not count. */
export function isPublishedLanguage(code: string): boolean {
  return PUBLISHED.has(code.toLowerCase());
}

/** Whether two letters are a country of ISO 3166-1: UK, EU and ZZ are none. Case does not count. */
export function isCountry(code: string): boolean {
  return COUNTRIES.has(code.toUpperCase());
}
