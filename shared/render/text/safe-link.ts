/** The longest link that is sent, in characters. */
const LINK_LIMIT = 2_000;

/**
 * A link from the news; undefined where it is not http or https, or too long. Removes a log-in before the host, which
 * could pass for another host, and encodes blanks, quotes and angle brackets.
 */
export function safeLink(link: string | undefined): string | undefined {
  if (link === undefined || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.username = '';
  url.password = '';
  const safe = url.href.replace(/[\s"'<>`]/g, percentCode);
  return safe.length > LINK_LIMIT ? undefined : safe;
}

function percentCode(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
