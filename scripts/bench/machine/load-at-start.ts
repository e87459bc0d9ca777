import { loadavg } from 'node:os';

/** Load averages of 1, 5 and 15 minutes at the start of the program. The bundling that follows would raise them. */
export const loadAtStart = loadavg() as [number, number, number];
