import type { ProcessEnding } from './supervised-process.ts';

/** Renders an end for a person: its time, and its signal or exit code. */
export const renderEnding = ({ atMs, code, signal }: ProcessEnding): string =>
  `${new Date(atMs).toISOString()} ${signal ?? `code ${code}`}`;
