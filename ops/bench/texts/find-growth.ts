/** A repeated piece of which a longer text costs more than its share. */
export interface Growth {
  piece: string;
  /**
   * Sets the least time for the parts of a text one by one, and for the whole text, in
   * milliseconds.
   */
  partsMs: number;
  wholeMs: number;
}

/**
 * Twice the length costs at most 2.5 times as much, in three doublings. A square costs 64 times as
 * much.
 */
const doublings = 3;
const parts = 2 ** doublings;
/**
 * How much more the whole may cost than its parts: 1.95 times, and half more for caches. A square
 * costs 8 times.
 */
export const mostGrowth = (1.5 * 2.5 ** doublings) / parts;
/** Parts that take less time count as this much, because shorter times cannot be measured. */
const leastMs = 25;
/** Measurements of a text that seems to grow too fast. */
const mostMeasurements = 6;

/**
 * Returns the pieces of which twice the length costs more than 2.5 times as much: texts of `length`
 * characters beside eight parts. All results are kept, so that both fill the heap alike, and the
 * least measurement counts.
 */
export async function findGrowth(
  read: (text: string) => unknown,
  texts: readonly string[],
  length: number,
): Promise<Growth[]> {
  const grown: Growth[] = [];
  for (const piece of texts) {
    const whole = [repeat(piece, length)];
    const growth = {
      piece,
      partsMs: Number.POSITIVE_INFINITY,
      wholeMs: Math.min(...(await measure(read, whole))),
    };
    if (growth.wholeMs <= leastMs * mostGrowth) continue;
    const short = Array<string>(parts).fill(repeat(piece, length / parts));
    for (let count = 0; count < mostMeasurements; count += 1) {
      if (count > 0) growth.wholeMs = Math.min(growth.wholeMs, ...(await measure(read, whole)));
      // The clock of processor time is coarse on some machines, so the elapsed time, which is never
      // less, counts here.
      const [elapsedMs] = await measure(read, short);
      growth.partsMs = Math.min(growth.partsMs, elapsedMs);
      if (!growsTooFast(growth)) break;
    }
    if (growsTooFast(growth)) grown.push(growth);
  }
  return grown;
}

/** Returns a piece repeated to a length in characters, without half a character at its end. */
export const repeat = (piece: string, length: number): string =>
  piece
    .repeat(Math.ceil(length / piece.length))
    .slice(0, length)
    .toWellFormed();

const growsTooFast = ({ partsMs, wholeMs }: Growth) =>
  wholeMs > mostGrowth * Math.max(partsMs, leastMs);

/** Returns the elapsed time of reading texts and the processor time, in milliseconds. */
async function measure(
  read: (text: string) => unknown,
  texts: readonly string[],
): Promise<[elapsedMs: number, processorMs: number]> {
  const [cpu, since] = [process.threadCpuUsage(), performance.now()];
  const results: unknown[] = [];
  for (const text of texts) results.push(await read(text));
  const elapsedMs = performance.now() - since;
  const { user, system } = process.threadCpuUsage(cpu);
  return [elapsedMs, (user + system) / 1_000];
}
