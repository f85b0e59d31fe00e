/** The class of the empty paragraph of a mail's HTML into which the link to unsubscribe goes. */
export const UNSUBSCRIBE_CLASS = 'unsubscribe';

/** Texts of the news cannot contain the paragraph: they are escaped. */
const PARAGRAPH = /<p class="unsubscribe [^>]*><\/p>/;

/**
 * The HTML with the link of one recipient; without a link, without the paragraph. Each recipient has a link of its own, so the
 * transport puts it in.
 *
 * @param link an address of ours, which needs no escaping.
 */
export function withUnsubscribeLink(html: string, link: string | undefined): string {
  return html.replace(PARAGRAPH, (part) =>
    link === undefined
      ? ''
      : part.replace('></p>', () => `><a href="${link}" style="color:inherit;">Unsubscribe</a></p>`),
  );
}
