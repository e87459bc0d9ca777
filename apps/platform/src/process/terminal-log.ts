import pino, { type DestinationStream } from 'pino';

/** The fields of log lines of the platform and of its engine. */
interface LogRecord {
  level?: number;
  time?: number;
  name?: string;
  msg?: string;
  err?: { message?: string };
  reason?: string;
}

const infoLevel = 30;

/** Tells whether the output is a terminal. Log lines are then short text instead of JSON. */
export function isTerminal(): boolean {
  return process.stdout.isTTY === true;
}

/** The destination of log lines on a terminal, for openLog. */
export const terminalDestination: DestinationStream = { write: writeLogLine };

/** Writes one log line of either service to the terminal. */
export function writeLogLine(line: string): void {
  process.stdout.write(`${formatLogLine(line.trimEnd())}\n`);
}

/** Formats a JSON log line as `time  service  WARN text: error (reason)`; returns any other line unchanged. */
export function formatLogLine(line: string): string {
  const record = parseRecord(line);
  if (record?.time === undefined || record.level === undefined) return line;
  const time = new Date(record.time).toTimeString().slice(0, 8);
  const label = record.level > infoLevel ? `${pino.levels.labels[record.level]?.toUpperCase()} ` : '';
  const error = record.err?.message === undefined ? '' : `: ${record.err.message}`;
  const reason = record.reason === undefined ? '' : ` (${record.reason})`;
  return `${time}  ${(record.name ?? '').padEnd(8)}  ${label}${record.msg ?? ''}${error}${reason}`;
}

function parseRecord(line: string): LogRecord | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as LogRecord;
  } catch {
    return undefined; // other text that only looks like JSON
  }
}
