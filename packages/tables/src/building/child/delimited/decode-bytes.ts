const sliceBytes = 4 * 1024 * 1024;

/**
 * Returns the bytes of a text file as UTF-8 without a byte order mark. A file without a mark is UTF-16 if every other
 * byte is zero, UTF-8 if it is valid, else Windows-1252.
 */
export function decodeBytes(bytes: Buffer): Buffer {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return bytes.subarray(3);
  const charset = findCharset(bytes);
  if (charset === 'utf-8') return bytes;
  const decoder = new TextDecoder(charset);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    parts.push(Buffer.from(decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: true })));
  }
  parts.push(Buffer.from(decoder.decode()));
  return Buffer.concat(parts);
}

function findCharset(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 1_000);
  const zeros = (side: number) => sample.filter((byte, at) => byte === 0 && at % 2 === side).length;
  if (zeros(1) > sample.length / 4 && zeros(0) === 0) return 'utf-16le';
  if (zeros(0) > sample.length / 4 && zeros(1) === 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** Reads in slices, because a decoder makes a string of all that it gets. */
function isUtf8(bytes: Buffer): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: true });
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}
