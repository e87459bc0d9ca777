/** Returns the value of an option as a whole number above 0. Throws if it is anything else. */
export function readSize(name: string, value: string): number {
  const size = Number(value);
  if (Number.isSafeInteger(size) && size > 0) return size;
  throw new Error(`--${name} must be a whole number above 0, not ${value}`);
}

/** One press of Ctrl-C may arrive as several signals, from the terminal and from npm. */
const samePressMs = 1_000;

/**
 * Calls `act` at the first SIGINT or SIGTERM. A second request ends the process at once. Returns a
 * function that takes this back.
 */
export function onInterrupt(act: () => void): () => void {
  let firstMs: number | undefined;
  const interrupt = () => {
    if (firstMs === undefined) {
      firstMs = performance.now();
      act();
    } else if (performance.now() - firstMs > samePressMs) process.exit(130);
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  return () => void process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
}
