import type { LogCode, LogEntry } from '@ecp/contract/values/run-facts';

/** One line of a run's log: the data of its event, and its message for people. */
export interface LogLine extends Pick<LogEntry, 'level' | 'code' | 'agent' | 'taskId' | 'message'> {
  /** Position in the log, from 1. */
  number: number;
  at: string;
}

/** The subjects of notices. */
const noticeCodes = [
  'model_left',
  'call_left_out',
  'material_shortened',
  'output_limit_raised',
  'images_not_read',
] as const satisfies readonly LogCode[];

/** A line that tells what a run had to do without, and how it went on. */
export interface Notice extends LogLine {
  code: (typeof noticeCodes)[number];
}

/** Tells whether a line is a notice. */
export const isNotice = (line: LogLine): line is Notice => noticeCodes.some((code) => code === line.code);

/** Formats a line like the service's log (docs/requirements/following-runs.md). */
export const formatLogLine = ({ at, message }: LogLine): string => `${at} ${message}`;
