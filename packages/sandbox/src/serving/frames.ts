/**
 * The messages between a process and its child: two lengths, a head and a body. A body is bytes that nobody parses on
 * the way, such as a file or a PDF.
 */
export interface Frame {
  head: Buffer;
  body: Buffer;
}

/** Length of the two lengths, in bytes. */
const prefixBytes = 8;

/** Writes the prefix of a frame: the lengths of head and body in bytes, each below 4 GiB. */
export function writePrefix(headBytes: number, bodyBytes: number): Buffer {
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32LE(headBytes, 0);
  prefix.writeUInt32LE(bodyBytes, 4);
  return prefix;
}

/** Collects the chunks of a stream into frames. */
export interface FrameReader {
  /** Takes a chunk and returns the frames that are complete. Throws RangeError for a frame above the limits. */
  push(chunk: Buffer): Frame[];
}

/** Creates a reader of frames. A frame is copied once, whatever its size. */
export function createFrameReader(limits: { headBytes: number; bodyBytes: number }): FrameReader {
  const chunks: Buffer[] = [];
  let heldBytes = 0;
  let wanted: { headBytes: number; bodyBytes: number } | null = null;

  function take(sizeBytes: number): Buffer {
    const all = Buffer.concat(chunks.splice(0));
    if (all.length > sizeBytes) chunks.push(all.subarray(sizeBytes));
    heldBytes -= sizeBytes;
    return all.subarray(0, sizeBytes);
  }

  function next(): Frame | null {
    if (wanted === null) {
      if (heldBytes < prefixBytes) return null;
      const prefix = take(prefixBytes);
      wanted = { headBytes: prefix.readUInt32LE(0), bodyBytes: prefix.readUInt32LE(4) };
    }
    const { headBytes, bodyBytes } = wanted;
    if (headBytes > limits.headBytes || bodyBytes > limits.bodyBytes) {
      throw new RangeError(`A message of ${headBytes} and ${bodyBytes} bytes is too large`);
    }
    if (heldBytes < headBytes + bodyBytes) return null;
    wanted = null;
    const whole = take(headBytes + bodyBytes);
    return { head: whole.subarray(0, headBytes), body: whole.subarray(headBytes) };
  }

  return {
    push(chunk) {
      chunks.push(chunk);
      heldBytes += chunk.length;
      const frames: Frame[] = [];
      for (let frame = next(); frame !== null; frame = next()) frames.push(frame);
      return frames;
    },
  };
}
