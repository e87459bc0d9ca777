/**
 * The release of the workflows: raise it by one when a release adds, removes, renames or reorders durable steps. A process
 * executes runs of its own version only, and begins older ones anew (`adopt-older-runs.ts`); newer ones it leaves alone.
 */
export const engineVersion = '2';
