import fc from 'fast-check';

/**
 * Tries few random cases of each property in every run of the tests; `npm run test:random` tries
 * many.
 */
fc.configureGlobal({ numRuns: Number(process.env['RANDOM_CASES'] ?? 25) });
