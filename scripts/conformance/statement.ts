/** A test that proves a statement: a file of this tree and a part of exactly one title of a test or group in it. */
export interface NamedTest {
  file: string;
  test: string;
}

/** One checkable sentence of the specification in our own words, with what proves it. */
export interface Statement {
  /** For example `engagements.rule-8`. */
  id: string;
  /** For example `Engagements, rule 8`. */
  section: string;
  statement: string;
  tests: NamedTest[];
  /** Why no test proves it yet; only where `tests` is empty. */
  gap?: string;
}

/** One statement within its section: `key` ends the id, `part` the section's name. */
export interface Row {
  key: string;
  part?: string;
  says: string;
  tests: NamedTest[];
  gap?: string;
}

/** Names tests of one file; each title is a part of exactly one title there. */
export function testsIn(file: string): (...titles: string[]) => NamedTest[] {
  return (...titles) => titles.map((test) => ({ file, test }));
}

/** Gives the rows of a section of the specification their full ids and names. */
export function statementsOf(prefix: string, section: string, rows: Row[]): Statement[] {
  return rows.map(({ key, part, says, tests, gap }) => ({
    id: `${prefix}.${key}`,
    section: part === undefined ? section : `${section}, ${part}`,
    statement: says,
    tests,
    ...(gap === undefined ? {} : { gap }),
  }));
}
