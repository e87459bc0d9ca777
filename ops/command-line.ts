import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** Reads the options of the program. One that is unknown or lacks its value ends it. */
export function readOptions<Options extends ParseArgsOptionsConfig>(options: Options) {
  try {
    return parseArgs({ options }).values;
  } catch {
    const names = Object.keys(options).join(', --');
    return endWith(`${process.argv.slice(2).join(' ')}: the options are --${names}`);
  }
}

/** Ends the program with a sentence about its options. */
export function endWith(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

/** Returns the value of an option as a whole number. One below `least` ends the program. */
export function readSize(name: string, value: string, least = 1): number {
  const size = Number(value);
  if (Number.isSafeInteger(size) && size >= least) return size;
  return endWith(`--${name} must be a whole number of ${least} or more, not ${value}`);
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
