/**
 * The embedded database cannot be used. `message` is one line that says what is wrong and what to do; the program
 * prints it without a stack.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** Turns any failure of the database under `dataDir` into the error to show, with `error` as its cause. */
export function toEmbeddedPostgresError(error: unknown, dataDir: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new EmbeddedPostgresError(`The embedded database in ${dataDir} cannot be used: ${reason}`, { cause: error });
}

/**
 * Finds the line of a Postgres program's output that names the failure, without its timestamp, and adds the hint that
 * follows it. Returns '' if there is none.
 */
export function findFailureReason(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const failure =
    lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ??
    lines.find((line) => /\berror:/i.test(line)) ??
    lines.findLast((line) => line !== '');
  if (failure === undefined) return '';
  const hint = lines.slice(lines.indexOf(failure) + 1).find((line) => /\b(HINT|hint):/.test(line));
  return [failure, hint]
    .filter((line) => line !== undefined)
    .map((line) => line.replace(/^.*?\b(FATAL|PANIC|ERROR|error|HINT|hint):\s*/, ''))
    .join(' ');
}
