import type { LogEntry } from '@ecp/contract/values/log-entries';

/** One line of a run's log: the facts of its event, and its message for people. */
export interface LogLine extends Pick<LogEntry, 'level' | 'agent' | 'message'> {
  /** 1, 2, 3 … in the log. */
  number: number;
  at: string;
}

/** The line as the service's log has it (docs/requirements/following-runs.md). */
export const formatLogLine = ({ at, message }: LogLine): string => `${at} ${message}`;
