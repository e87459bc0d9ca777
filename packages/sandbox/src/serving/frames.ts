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

/**
 * Creates a reader of frames. The bytes of a frame are copied into its own buffer as they arrive, so that a large one
 * is held once.
 */
export function createFrameReader(limits: { headBytes: number; bodyBytes: number }): FrameReader {
  const prefix = Buffer.alloc(prefixBytes);
  /** The buffer that is being filled: the prefix, or the head and body that it announced. */
  let target = prefix;
  let filledBytes = 0;
  let headBytes = 0;

  /** Takes the prefix that is complete, and makes room for its frame. */
  function openFrame(): void {
    headBytes = prefix.readUInt32LE(0);
    const bodyBytes = prefix.readUInt32LE(4);
    if (headBytes > limits.headBytes || bodyBytes > limits.bodyBytes) {
      throw new RangeError(`A message of ${headBytes} and ${bodyBytes} bytes is too large`);
    }
    // Memory that is not written yet costs nothing, so that a false length does no harm.
    target = Buffer.allocUnsafeSlow(headBytes + bodyBytes);
    filledBytes = 0;
  }

  function closeFrame(): Frame {
    const frame = { head: target.subarray(0, headBytes), body: target.subarray(headBytes) };
    target = prefix;
    filledBytes = 0;
    return frame;
  }

  return {
    push(chunk) {
      const frames: Frame[] = [];
      for (let at = 0; at < chunk.length; ) {
        const copied = chunk.copy(target, filledBytes, at);
        at += copied;
        filledBytes += copied;
        if (target === prefix && filledBytes === prefixBytes) openFrame();
        if (target !== prefix && filledBytes === target.length) frames.push(closeFrame());
      }
      return frames;
    },
  };
}
