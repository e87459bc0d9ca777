import { latestOfFiles } from '../../domain/deliverables/latest-of-files.ts';
import type { ListedDeliverable } from '../../domain/deliverables/queries.ts';

/** Lists the files whose latest version rests on an assumption that has been answered since. */
export const listAnsweredSince = (listed: readonly ListedDeliverable[]): string[] =>
  latestOfFiles(listed)
    .filter(({ answeredAssumptions }) => answeredAssumptions.length > 0)
    .map(({ filename }) => filename);
