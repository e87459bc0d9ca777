import { loadavg } from 'node:os';

/** Load averages of 1, 5 and 15 minutes when the program began, before it has bundled what it measures. */
export const loadAtStart = loadavg() as [number, number, number];
