/** Says how much, of news or companies: `all news`. */
const QUANTITY = words('all any each every latest newest recent breaking current full complete whole entire');

/** Says all by itself: `everything about my companies`. */
const ALL = words('everything anything whatever');

/** What a general phrase asks for. */
const NEWS = words(
  'news article articles story stories event events update updates headline headlines coverage report reports ' +
    'mention mentions item items developments happenings information posts',
);

/** Whose news: words for the companies of a watchlist that name none of them. */
const COMPANIES = words(
  'company companies corporate corporation corporations entity entities firm firms organization organizations ' +
    'organisation organisations businesses suppliers competitors clients customers vendors partners watchlist ' +
    'watchlists dataset datasets portfolio list lists',
);

/** Words that add no topic. */
const FILLER = words(
  'give show get find fetch return send tell bring search look pull collect track monitor follow watch for please ' +
    'i we you me us want need would like to see read know a an the of in on at by about regarding concerning around with ' +
    'from across and or is are was were there that which who what whats have has had happens happened happening this ' +
    'these those it its them they their my our your his her kind kinds sort sorts type types ones tracked connected ' +
    'monitored followed watched uploaded attached selected related relating involving mentioning possible available ' +
    'here published new last past week weeks month months day days hour hours since today yesterday now',
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/**
 * Whether a question of a job asks for all news instead of a topic: `*`, or a general phrase such as `all news`,
 * `everything` or `all news about my companies` (extraction service, submit). A word that is none of these is a topic, so
 * `all news about Acme` is no such phrase. The service does not say which phrases it knows.
 */
export function asksForAllNews(query: string): boolean {
  const plain = query.trim().toLowerCase();
  if (/^["'“”]?\*+["'“”]?$/.test(plain)) return true;
  const said: string[] = plain.replaceAll(/['’]/g, '').match(/[\p{L}\p{N}]+|\*/gu) ?? [];
  const isGeneral = said.every(
    (word) => /^\d+$/.test(word) || [QUANTITY, ALL, NEWS, COMPANIES, FILLER].some((known) => known.has(word)),
  );
  const has = (known: ReadonlySet<string>) => said.some((word) => known.has(word));
  return isGeneral && (has(ALL) || (has(NEWS) && has(QUANTITY)) || (said.includes('news') && has(COMPANIES)));
}
