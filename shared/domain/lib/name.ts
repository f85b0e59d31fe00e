/** Names of watches, channels and brands: they become part of names in AWS, of addresses and of file names. */
export const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** In characters. */
export const LONGEST_NAME = 48;

/** Whether a text could be the name of a watch, a channel or a brand. */
export function isName(text: string): boolean {
  return text.length <= LONGEST_NAME && NAME.test(text);
}
