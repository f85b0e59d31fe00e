import { decodeHTMLStrict } from 'entities';

/** The marks that lost their ampersand on the way: quotes, apostrophes, ampersands, dashes, ellipses, blanks. */
const BARE = String.raw`0?3[489]|160|82(?:1[12678]|2[0-3]|30)|x2[267]|xa0|x201[3489cd]|x2026`;

/** `UK#39;s` or `#39;Yes#39;`. `ranked #39; next` is a figure: a letter or a mark touches an entity. */
const BARE_ENTITY = new RegExp(String.raw`(?<=[^\s&#])#(?:${BARE});|(?<![^\s])#(?:${BARE});(?=[^\s])`, 'giu');

/** Ampersands that were encoded again, before what is an entity with them: `&amp;amp;#39;` is `&#39;`. */
const ENCODED_AGAIN = /&(?:amp;)+(?=#?[a-z0-9]{1,32};)/giu;

/** A number without its semicolon, as browsers read it: `&#8217s`. */
const OPEN_NUMBER = /&#(?:x[0-9a-f]{2,6}|[0-9]{2,7})(?![0-9a-f;])/giu;

/**
 * Text with its character references as characters: named, decimal and hexadecimal ones, those of windows-1252 (`&#146;`),
 * and those that a feed has encoded twice or whose ampersand it has lost. What is no reference stays: `AT&T`, `R&D; x`.
 */
export function decodeEntities(text: string): string {
  const whole = text.replace(ENCODED_AGAIN, '&').replace(BARE_ENTITY, '&$&').replace(OPEN_NUMBER, '$&;');
  return whole.includes('&') ? decodeHTMLStrict(whole) : whole;
}
