/**
 * The release of the workflows: raise it by one when a release adds, removes, renames or reorders durable steps, or changes
 * what a step records. A process executes runs of its own version only, and begins older ones anew
 * (`restart-older-runs.ts`); it leaves newer ones alone.
 */
export const engineVersion = '3';
