import { availableParallelism, totalmem } from 'node:os';

/** Memory that the service itself takes, and a busy child, in bytes. */
const ownBytes = 1024 ** 3;
const childBytes = 512 * 1024 ** 2;

/** The processors and the memory of this machine; less in a container with a limit. */
const readMachine = () => ({
  processors: availableParallelism(),
  memoryBytes: Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()),
});

/**
 * Returns the most jobs at the same time. Three at least, so that two long jobs leave one slot to short ones. Children
 * are large, so there are eight at most, and fewer where memory has no room for them: a container that exceeds its
 * memory ends as a whole.
 */
export function chooseSlots({ processors, memoryBytes } = readMachine()): number {
  const wanted = Math.min(8, Math.max(3, processors));
  return Math.max(1, Math.min(wanted, Math.floor((memoryBytes - ownBytes) / childBytes)));
}
