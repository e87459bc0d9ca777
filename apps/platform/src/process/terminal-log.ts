import pino, { type DestinationStream } from 'pino';

/** What log lines of the platform and of the engine beside it carry. */
interface LogRecord {
  level?: number;
  time?: number;
  name?: string;
  msg?: string;
  err?: { message?: string };
  reason?: string;
}

const infoLevel = 30;

/** Whether a person reads: log lines are then short text instead of JSON. */
export function isTerminal(): boolean {
  return process.stdout.isTTY === true;
}

/** Where log lines go on a terminal, for openLog. */
export const terminalDestination: DestinationStream = { write: writeLogLine };

/** Shows one log line to a person, whoever of the two services wrote it. */
export function writeLogLine(line: string): void {
  process.stdout.write(`${formatLogLine(line.trimEnd())}\n`);
}

/** A JSON log line as `time  service  WARN text: error (reason)`; any other line as it is. */
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
    return undefined; // a program's own text that only looks like JSON
  }
}
