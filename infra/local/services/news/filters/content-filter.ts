import { domainOf, isWithin, linkKey } from '../library/addresses.ts';
import { type Entry, listOf, nameKey } from '../library/entry.ts';
import type { Keep } from '../library/find-hits.ts';
import { anchorsOf, customTagsOf, linksOf, parentUrlOf } from '../library/read-record.ts';
import type { Parameters } from '../request/parameters.ts';

/**
 * The filters on the article itself; what was not sent keeps everything. `is_headline: false` and
 * `is_paid_content: true` restrict nothing (news service, parameters).
 */
export function contentFilters(parameters: Parameters): Keep[] {
  return [
    ...writerFilters(parameters),
    ...flagFilters(parameters),
    ...lengthFilters(parameters),
    ...linkFilters(parameters),
    ...tagFilters(parameters),
  ];
}

function writerFilters(parameters: Parameters): Keep[] {
  const wanted = parameters.text('author_name');
  const unwanted = new Set(parameters.list('not_author_name').map(nameKey));
  const key = nameKey(wanted ?? '');
  return [
    ...(wanted === undefined ? [] : [({ writers }: Entry) => writers.includes(key)]),
    ...(unwanted.size === 0 ? [] : [({ writers }: Entry) => !writers.some((name) => unwanted.has(name))]),
  ];
}

function flagFilters(parameters: Parameters): Keep[] {
  const opinion = parameters.flag('is_opinion');
  const compliant = parameters.flag('robots_compliant');
  return [
    ...(parameters.flag('is_headline') === true ? [({ flags }: Entry) => flags.isHeadline] : []),
    ...(parameters.flag('is_paid_content') === false ? [({ flags }: Entry) => !flags.isPaid] : []),
    ...(opinion === undefined ? [] : [({ flags }: Entry) => flags.isOpinion === opinion]),
    ...(compliant === undefined ? [] : [({ flags }: Entry) => flags.isRobotsCompliant === compliant]),
  ];
}

function lengthFilters(parameters: Parameters): Keep[] {
  const least = parameters.number('word_count_min');
  const most = parameters.number('word_count_max');
  return [
    ...(least === undefined ? [] : [({ wordCount }: Entry) => wordCount >= least]),
    ...(most === undefined ? [] : [({ wordCount }: Entry) => wordCount <= most]),
  ];
}

function linkFilters(parameters: Parameters): Keep[] {
  const parents = new Set(parameters.list('parent_url').map(linkKey));
  const links = new Set(parameters.list('all_links').map(linkKey));
  const domains = parameters.list('all_domain_links').map(domainOf);
  const anchors = parameters.list('all_links_text').map((text) => text.toLowerCase());
  return [
    ...(parents.size === 0 ? [] : [(entry: Entry) => parents.has(linkKey(parentUrlOf(entry)))]),
    ...(links.size === 0 ? [] : [(entry: Entry) => mentionsLink(entry, links)]),
    ...(domains.length === 0 ? [] : [(entry: Entry) => mentionsDomain(entry, domains)]),
    ...(anchors.length === 0 ? [] : [(entry: Entry) => hasAnchor(entry, anchors)]),
  ];
}

/** Whether the text of an article links to one of the addresses, given by their keys. */
export function mentionsLink({ record }: Entry, keys: ReadonlySet<string>): boolean {
  return keys.size > 0 && linksOf(record).some((link) => keys.has(linkKey(link)));
}

/** Whether the text of an article links to one of the domains or below it. */
export function mentionsDomain({ record }: Entry, domains: readonly string[]): boolean {
  if (domains.length === 0) return false;
  const hosts = [...listOf(record.all_domain_links), ...linksOf(record)].map(domainOf);
  return hosts.some((host) => domains.some((domain) => isWithin(host, domain)));
}

function hasAnchor({ record }: Entry, texts: readonly string[]): boolean {
  return anchorsOf(record).some(({ text }) => texts.some((wanted) => text.toLowerCase().includes(wanted)));
}

function tagFilters(parameters: Parameters): Keep[] {
  return [...parameters.customTags].map(([taxonomy, wanted]) => ({ record }) => {
    const tags = customTagsOf(record).get(taxonomy) ?? [];
    return wanted.some((tag) => tags.includes(tag));
  });
}
