import { parseArgs } from 'node:util';
import { RehearsalError } from './rehearsal-error.ts';

/** The options of `npm run rehearse`. */
export interface RehearsalOptions {
  models: string[];
  /** Names of cases, or null for all. */
  only: string[] | null;
  /** The most cases to run. */
  cases: number;
  budgetUsd: number;
  minutes: number;
  lanes: number;
  /** Path of an earlier `report.json`. */
  against: string | null;
  /** Folder of the cases; null for `examples/`. */
  from: string | null;
  /** Folder of the result; null for one named by the time. */
  out: string | null;
}

const splitNames = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Reads the options of the command line. Throws a RehearsalError that names the first that cannot be used. */
export function readOptions(args: string[]): RehearsalOptions {
  const values = parse(args);
  const number = (name: 'cases' | 'budget' | 'minutes' | 'lanes', isUsable: (value: number) => boolean) => {
    const value = Number(values[name]);
    if (!Number.isFinite(value) || value <= 0 || !isUsable(value))
      throw new RehearsalError(`--${name} cannot be ${values[name]}`);
    return value;
  };
  return {
    models: splitNames(values.models),
    only: values.only === undefined ? null : splitNames(values.only),
    cases: number('cases', Number.isInteger),
    budgetUsd: number('budget', (value) => value <= 10_000),
    minutes: number('minutes', (value) => value <= 1_440),
    lanes: number('lanes', (value) => Number.isInteger(value) && value <= 8),
    against: values.against ?? null,
    from: values.from ?? null,
    out: values.out ?? null,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        models: { type: 'string', default: '' },
        cases: { type: 'string', default: '1000' },
        only: { type: 'string' },
        budget: { type: 'string', default: '10' },
        minutes: { type: 'string', default: '45' },
        lanes: { type: 'string', default: '2' },
        against: { type: 'string' },
        from: { type: 'string' },
        out: { type: 'string' },
      },
    }).values;
  } catch (cause) {
    throw new RehearsalError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
