/** `1,234` */
export function formatNumber(n: number): string {
  return n.toLocaleString('en');
}

/** `1 story`, `1,234 stories`. */
export function formatCount(n: number, noun: string): string {
  return `${formatNumber(n)} ${n === 1 ? noun : pluralOf(noun)}`;
}

/** The regular English plural: articles, stories, matches. */
export function pluralOf(noun: string): string {
  if (/(?:s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
