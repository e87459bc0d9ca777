/** A value of a fact. */
export type FactValue = number | string | boolean;

/** A named result. Its id is kebab-case. */
export interface ProgramFact {
  id: string;
  label: string;
  value: FactValue;
  /** The unit of the value. It is null for a value without a unit. */
  unit: string | null;
  /** The period of the value. It is null for a value without a period. */
  period: string | null;
}

/** A cell of a query's result or of a table that a program adds. */
export type ProgramCell = string | number | boolean | null;

/** A table that a program adds. */
export interface ProgramTable {
  name: string;
  columns: string[];
  /** The first rows, with cells in the order of `columns`. */
  rows: ProgramCell[][];
  totalRows: number;
}

/** The inputs with which a program of a model computes. */
export interface ProgramInputs {
  /** TypeScript, with `await` at the top level. */
  code: string;
  /** Texts of sources by their file names. */
  texts: Readonly<Record<string, string>>;
  /** Facts that the program may read, by their ids. */
  facts: Readonly<Record<string, Omit<ProgramFact, 'id'>>>;
  /** The time at which the program's clock stands, as an ISO date or date and time. */
  runDate: string;
  /** Seeds the random generator. The default is 1. */
  seed?: number;
}

/** The end of a program. */
export interface ProgramEnd {
  outcome: 'done' | 'failed';
  /** One sentence for the model, when it failed. */
  reason?: string;
  tables: ProgramTable[];
  /** The facts that the program has set, each with its last value. */
  facts: ProgramFact[];
}

/** The limits of one program. */
export interface ProgramLimits {
  /** Processor time in milliseconds. */
  cpuMs: number;
  /** The elapsed time in milliseconds. */
  wallMs: number;
  /** Memory of the process and of its heap, in MiB. */
  memoryMb: number;
  /** Console, tables and facts together, in bytes. */
  outputBytes: number;
  /** Rows of one query's result. */
  queryRows: number;
}

export const defaultLimits: ProgramLimits = {
  cpuMs: 30_000,
  wallMs: 60_000,
  memoryMb: 512,
  outputBytes: 1_000_000,
  queryRows: 200_000,
};

/** Rows of a table that are kept. `totalRows` counts the others too. */
export const tableRows = 1_000;

/** Limits of one fact's texts, in characters. */
export const factLengths = { id: 100, label: 300, value: 2_000, unit: 100, period: 100 };

/** Longest program, in characters. */
export const codeLength = 200_000;

/** Longest statement of `sql`, in characters. */
export const sqlLength = 100_000;

/** Limits the statements of one program. */
export const programQueries = 1_000;

/** The message that the host of a program gets before it starts the program. */
export interface StartMessage {
  code: string;
  facts: [id: string, fact: Omit<ProgramFact, 'id'>][];
  runDate: string;
  seed: number;
  outputBytes: number;
}

/** The file inputs.json of a program that is repeated without the product. */
export interface StandaloneInputs {
  facts: StartMessage['facts'];
  texts: { filename: string; file: string }[];
  queries: { sql: string; file: string }[];
  runDate: string;
  seed: number;
}

/**
 * The heads of messages to the host of a program. `text` has the text as its body, `rows` a part of
 * the rows as JSON.
 */
export type HostMessage =
  | { kind: 'text'; filename: string }
  | ({ kind: 'start' } & StartMessage)
  | { kind: 'columns'; columns: string[] }
  | { kind: 'rows' }
  | { kind: 'complete' }
  | { kind: 'refusal'; message: string };

/**
 * The heads of messages of the host, as they stand: `output` has a text as its body, `query` a
 * statement, `end` a ProgramEnd as JSON.
 */
export const programMessages = ['ready', 'output', 'query', 'end'] as const;

/** Writes a limit that a program has exceeded as a sentence for the model. */
export const exceededLimit = {
  cpu: ({ cpuMs }: ProgramLimits) =>
    `The program used more than ${cpuMs / 1_000} seconds of processor time.`,
  wall: ({ wallMs }: ProgramLimits) => `The program took longer than ${wallMs / 1_000} seconds.`,
  memory: ({ memoryMb }: ProgramLimits) => `The program used more than ${memoryMb} MB of memory.`,
  output: ({ outputBytes }: Pick<ProgramLimits, 'outputBytes'>) =>
    `The program returned more than ${outputBytes / 1_000_000} MB of output.`,
  rows: ({ queryRows }: ProgramLimits) =>
    `The query has more than ${queryRows.toLocaleString('en')} rows.`,
};
