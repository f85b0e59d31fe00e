import type { ArticleMark } from '../../../domain/findings/finding.ts';

/** Outlets that print press releases and nothing else. */
const WIRES: ReadonlySet<string> = new Set([
  'accesswire.com',
  'businesswire.com',
  'cision.com',
  'einnews.com',
  'einpresswire.com',
  'globenewswire.com',
  'issuewire.com',
  'newswire.ca',
  'newswire.com',
  'openpr.com',
  'presseportal.de',
  'prlog.org',
  'prnewswire.co.uk',
  'prnewswire.com',
  'prweb.com',
]);

interface ArticleFacts {
  /** Whether only a part of the text is public. */
  isPaid?: boolean | undefined;
  isOpinion?: boolean | undefined;
  /** The domain of the outlet. */
  domain?: string | undefined;
  /** The kinds of the outlet's domain and news, as the service names them (news service, value lists). */
  kinds?: readonly unknown[];
}

/** The marks of an article, in a fixed order. */
export function articleMarksOf({ isPaid, isOpinion, domain = '', kinds = [] }: ArticleFacts): ArticleMark[] {
  const host = domain.toLowerCase().replace(/^www\./, '');
  const isWire = [...WIRES].some((wire) => host === wire || host.endsWith(`.${wire}`));
  return [
    ...(isPaid === true ? (['paywall'] as const) : []),
    ...(isOpinion === true ? (['opinion'] as const) : []),
    ...(isWire || kinds.includes('Press Releases') ? (['press-release'] as const) : []),
  ];
}
