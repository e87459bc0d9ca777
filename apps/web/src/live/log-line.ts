export type LogLevel = 'info' | 'warning' | 'error';

/** One line of a run's log. */
export interface LogLine {
  /** 1, 2, 3 … in the log. */
  number: number;
  at: string;
  message: string;
  level: LogLevel;
  /** Slug of the agent that it is about; null for the run itself. */
  agent: string | null;
}

const errors = /: (?:failed|skipped): /;
const warnings =
  /Trying again in |: the document was cut at |^\S+ did not ask |was refused a call of | checked, \d+ (?:altered|without)/;
const asking = /^([a-z0-9-]+) (?:asked|did not ask) /;
const searching = /^(.{1,100}?) (?:searched the sources|was refused a call)/;

/** What a line's own words tell of its weight and its agent: the service writes lines without either. */
export function readLogLine(
  number: number,
  { timestamp, message }: { timestamp: string; message: string },
  tasks: readonly { name: string; agent: string }[],
): LogLine {
  const level = errors.test(message) ? 'error' : warnings.test(message) ? 'warning' : 'info';
  const task = tasks.find(({ name }) => message.startsWith(`${name}: `));
  return { number, at: timestamp, message, level, agent: task?.agent ?? findAgent(message) };
}

function findAgent(message: string): string | null {
  const [, slug] = asking.exec(message) ?? [];
  const [, name] = searching.exec(message) ?? [];
  return slug ?? name?.toLowerCase().replaceAll(' ', '-') ?? null;
}

/** The line as the service's log has it (docs/requirements/following-runs.md). */
export const formatLogLine = ({ at, message }: LogLine): string => `${at} ${message}`;
