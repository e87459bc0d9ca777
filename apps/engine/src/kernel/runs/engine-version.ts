/**
 * The version of the workflows. Raise it by one when a release adds, removes, renames or reorders durable steps, or
 * changes what a step records. A process executes runs of its own version only. It restarts older ones
 * (`restart-older-runs.ts`) and ignores newer ones.
 */
export const engineVersion = '6';
