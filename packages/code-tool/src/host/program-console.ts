/** Writes a value for people, as the engine's own console does. */
type Inspect = (value: unknown) => string;

/**
 * Creates a console that writes each call as one text with its line break.
 * @param write Gets the text.
 */
export function createConsole(
  inspect: Inspect,
  write: (text: string) => void,
): Readonly<Record<string, (...values: unknown[]) => void>> {
  const words = (values: unknown[]) =>
    values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' ');
  const log = (...values: unknown[]) => write(`${words(values)}\n`);
  const ignore = () => undefined;
  return Object.freeze({
    log,
    debug: log,
    info: log,
    warn: log,
    error: log,
    dir: (value: unknown) => log(value),
    trace: log,
    group: log,
    groupEnd: ignore,
    time: ignore,
    timeEnd: ignore,
    timeLog: ignore,
    assert: (condition: unknown, ...values: unknown[]) => {
      if (!condition) log('Assertion failed:', ...values);
    },
    table: (rows: unknown) => write(`${writeRows(rows, words)}\n`),
  });
}

/** Writes a list of objects as lines with a head, and anything else as usual. */
function writeRows(rows: unknown, words: (values: unknown[]) => string): string {
  if (!Array.isArray(rows)) return words([rows]);
  const columns = new Set<string>();
  for (const row of rows)
    if (typeof row === 'object' && row !== null)
      for (const column of Object.keys(row)) columns.add(column);
  if (columns.size === 0) return words([rows]);
  const names = [...columns];
  const lines = rows.map((row) =>
    names.map((name) => words([(row as Record<string, unknown> | null)?.[name] ?? ''])).join(' | '),
  );
  return [names.join(' | '), ...lines].join('\n');
}
