import { type FeedItem, hostOf } from './feed.ts';

/** The parameters in which redirects carry the address that they lead to. */
const TARGET = /^(?:url|u|q|r|to|link|target|dest|destination|goto|out|redir|redirect|redirect_ur[il])$/i;

/**
 * The page of an item and its outlet, where its feed is an aggregator's: behind a redirect, in the address that its
 * link carries; and as the feed names its source. An address on the same site is no redirect to another outlet.
 */
export function publisherOf({
  link,
  source,
}: Pick<FeedItem, 'link'> & { source: { url?: string | undefined; name: string } }): Pick<
  FeedItem,
  'link' | 'outlet'
> {
  const page = link === undefined ? undefined : (targetOf(link) ?? link);
  const named = hostOf(source.url);
  const domain = page !== link || named === '' ? hostOf(page) : named;
  const isOther = domain !== '' && !isSameSite(domain, hostOf(link));
  const isNamed = source.name !== '' && (named === '' || isSameSite(named, domain));
  return {
    ...(page !== undefined && { link: page }),
    ...(isOther && { outlet: { domain, ...(isNamed && { name: source.name }) } }),
  };
}

/** The address on another site that a link carries in a parameter, or at the end of its path. */
function targetOf(link: string): string | undefined {
  const url = URL.parse(link);
  if (!url) return undefined;
  const values = [...url.searchParams].flatMap(([name, value]) => (TARGET.test(name) ? [value] : []));
  const behind = /https?:\/\/.*$/i.exec(url.pathname)?.[0];
  const targets = [...values, ...(behind === undefined ? [] : [behind + url.search])].flatMap((address) => {
    const target = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
    return target && !isSameSite(hostOf(target.href), hostOf(link)) ? [target.href] : [];
  });
  return targets[0];
}

/** Whether one host is the other one or below it. */
function isSameSite(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}
