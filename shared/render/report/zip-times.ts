/** Signatures of a ZIP file (APPNOTE 6.3.10, 4.3.7, 4.3.12 and 4.3.16), read little-endian. */
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** 1 January 1980, the first day that a ZIP file can name, at midnight. */
const FIRST_DAY = 0x0021_0000;

/**
 * A ZIP file in which every entry has the same time, so that the same content gives the same bytes.
 *
 * @throws RangeError for bytes that are no ZIP file without a comment.
 */
export function withoutZipTimes(zip: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(zip);
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  if (end < 0 || view.getUint32(end, true) !== END) throw new RangeError('These bytes are not a ZIP file.');
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let n = 0; n < entries; n += 1) {
    const local = view.getUint32(at + 42, true);
    if (view.getUint32(at, true) !== CENTRAL || view.getUint32(local, true) !== LOCAL)
      throw new RangeError('An entry of the ZIP file is not where its directory says.');
    view.setUint32(at + 12, FIRST_DAY, true);
    view.setUint32(local + 10, FIRST_DAY, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return bytes;
}
