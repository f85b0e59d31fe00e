const MASK = '[key]';

/**
 * Replaces a key in a text wherever it stands: as it is, URL-encoded with either case of hex digits, or escaped
 * for JSON. Some messages of the services repeat the key that was sent (news service, errors).
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
