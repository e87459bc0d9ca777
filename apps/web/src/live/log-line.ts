import type { LogEntry } from '@ecp/contract/values/log-entries';

/** One line of a run's log: the data of its event, and its message for people. */
export interface LogLine extends Pick<LogEntry, 'level' | 'code' | 'agent' | 'taskId' | 'message'> {
  /** Position in the log, from 1. */
  number: number;
  at: string;
}

/** Formats a line like the service's log (docs/requirements/following-runs.md). */
export const formatLogLine = ({ at, message }: LogLine): string => `${at} ${message}`;
