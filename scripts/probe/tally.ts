import type { RawRequest } from '../../apps/platform/testing/hostile/raw-request.ts';

/** An answer that must not be, and how to get it again. */
export interface Violation {
  /** A sentence that says what is wrong. */
  problem: string;
  /** The request in short. */
  request: string;
  /** Arguments of the program that repeat it. */
  repeat: string;
}

/** The counts of a run so far. */
export interface Tally {
  /** Answers by phase and status; `none` counts connections that the service ended without an answer. */
  byStatus: Map<string, number>;
  requests: number;
  violations: number;
  /** The first violations. */
  first: Violation[];
  /** Requests whose twins did not agree with each other, so that only status and words were compared. */
  changing: number;
}

const kept = 20;

export const emptyTally = (): Tally => ({ byStatus: new Map(), requests: 0, violations: 0, first: [], changing: 0 });

/** Counts an answer. */
export function countAnswer(tally: Tally, phase: string, status: number): void {
  const key = `${phase} ${status || 'none'}`;
  tally.byStatus.set(key, (tally.byStatus.get(key) ?? 0) + 1);
  tally.requests += 1;
}

/** Counts a violation; keeps and reports it when it is one of the first. */
export function addViolation(tally: Tally, violation: Violation, report: (line: string) => void): void {
  tally.violations += 1;
  if (tally.first.length >= kept) return;
  tally.first.push(violation);
  report(renderViolation(violation));
}

const renderViolation = ({ problem, request, repeat }: Violation) => `- ${problem}\n  ${request}\n  ${repeat}`;

/** Renders a request in one line without its credentials; a long body is cut. */
export function describeRequest({ method, path, headers, body }: RawRequest): string {
  const shown = headers.filter(([name]) => name !== 'authorization' && name !== 'cookie');
  return JSON.stringify({ method, path, headers: shown, body: body?.subarray(0, 500).toString('latin1') });
}

/** Renders the start of what was sent without an HTTP client, without its credentials. */
export const describeBytes = (bytes: string): string =>
  JSON.stringify(bytes.slice(0, 500).replace(/^(cookie|authorization): .*$/gim, '$1: …'));

/** Renders the result of a run. */
export function renderTally(tally: Tally, seconds: number): string {
  const rate = Math.round(tally.requests / Math.max(seconds, 0.001));
  const lines = [...tally.byStatus].sort(([a], [b]) => a.localeCompare(b)).map(([key, count]) => `  ${key}: ${count}`);
  return [
    `${tally.requests} requests in ${seconds.toFixed(0)} s, ${rate} per second; ${tally.violations} violations`,
    `answers that change by themselves, compared by status and words only: ${tally.changing}`,
    'answers by status:',
    ...lines,
    ...(tally.first.length > 0 ? ['the first violations:', ...tally.first.map(renderViolation)] : []),
  ].join('\n');
}
