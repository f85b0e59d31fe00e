/** Texts that YAML reads as something else, or not at all, without quotes. */
const NEEDS_QUOTES =
  /^(?:$|[\s\-?:,[\]{}#&*!|>'"%@`~]|(?:true|false|null)$|[-+.]?\d[\d._eExX+-]*$)|[:#,[\]{}'"\n]|\s$/i;

/** A text as a value in YAML: with quotes where YAML needs them, single ones where possible. */
export function yamlText(text: string): string {
  if (!NEEDS_QUOTES.test(text)) return text;
  if (text.includes('\n')) return JSON.stringify(text);
  return `'${text.replaceAll("'", "''")}'`;
}

/** `write q: 'Acme AND globex'` */
export function writeKey(key: string, text: string): string {
  return `write ${key}: ${yamlText(text)}`;
}
