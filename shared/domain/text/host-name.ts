/**
 * A host as people read and write it: in lower case, labels of other scripts in their letters (`xn--bcher-kva.example`
 * is `bücher.example`). Hosts are compared in this form. A label that is no Punycode stays as it is.
 */
export function readableHost(host: string): string {
  const lower = host.toLowerCase().normalize('NFC');
  return lower.includes('xn--') ? lower.split('.').map(readableLabel).join('.') : lower;
}

function readableLabel(label: string): string {
  return label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label;
}

// The parameters of Punycode (RFC 3492, section 5).
const BASE = 36;
const LEAST_THRESHOLD = 1;
const MOST_THRESHOLD = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 128;
const LAST_CODE = 0x10_ff_ff;

/** RFC 3492, section 6.2; undefined for what is not Punycode. */
function decodePunycode(text: string): string | undefined {
  const basicLength = Math.max(0, text.lastIndexOf('-'));
  const codes = Array.from(text.slice(0, basicLength), (character) => character.charCodeAt(0));
  let [code, at, bias] = [FIRST_CODE, 0, FIRST_BIAS];
  for (let read = basicLength === 0 ? 0 : basicLength + 1; read < text.length; ) {
    const before = at;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitOf(text.charAt(read));
      if (digit === undefined) return undefined;
      read += 1;
      at += digit * weight;
      const threshold = Math.min(Math.max(k - bias, LEAST_THRESHOLD), MOST_THRESHOLD);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = codes.length + 1;
    bias = adaptedBias(at - before, { length, isFirst: before === 0 });
    code += Math.floor(at / length);
    if (code > LAST_CODE) return undefined;
    at %= length;
    codes.splice(at, 0, code);
    at += 1;
  }
  return String.fromCodePoint(...codes)
    .toWellFormed()
    .normalize('NFC');
}

/** `a` to `z` are 0 to 25, `0` to `9` are 26 to 35. */
function digitOf(character: string): number | undefined {
  if (!/^[a-z0-9]$/.test(character)) return undefined;
  return (Number.parseInt(character, BASE) + 26) % BASE;
}

/** RFC 3492, section 6.1. */
function adaptedBias(change: number, { length, isFirst }: { length: number; isFirst: boolean }): number {
  let delta = Math.floor(change / (isFirst ? DAMP : 2));
  delta += Math.floor(delta / length);
  let k = 0;
  for (; delta > ((BASE - LEAST_THRESHOLD) * MOST_THRESHOLD) / 2; k += BASE)
    delta = Math.floor(delta / (BASE - LEAST_THRESHOLD));
  return k + Math.floor(((BASE - LEAST_THRESHOLD + 1) * delta) / (delta + SKEW));
}
