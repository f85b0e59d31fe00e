const MASK = '[key]';

/**
 * Replaces a key everywhere in a text: as it is, URL-encoded with hex digits of either case, or escaped
 * for JSON. Some messages of the services repeat the key (news service, errors).
 */
export function maskKey(text: string, key: string): string {
  if (key === '') return text;
  const encoded = encodeURIComponent(key);
  const lowered = encoded.replaceAll(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase());
  const form = encoded.replaceAll('%20', '+');
  const escaped = JSON.stringify(key).slice(1, -1);
  const forms = [...new Set([key, encoded, lowered, form, escaped])];
  return forms.reduce((masked, written) => masked.replaceAll(written, MASK), text);
}
