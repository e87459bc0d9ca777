import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program that runs in children of its own: a child of one program never does another program's jobs. */
export interface ChildProgram {
  /** Stands in errors and logs. */
  name: string;
  /** Absolute path of the module that calls serveJobs. */
  main: string;
  /** Absolute paths of what else it reads: folders and files of code, templates, fonts. Missing ones are ignored. */
  reads: string[];
  /** Packages that it loads. Their own dependencies follow from their package.json. */
  packages: string[];
  /** If true, it loads native code, which the permission model does not bind. */
  allowAddons: boolean;
  /** Size in MiB of a folder in memory where it may write files, empty at the start. Without it, it writes nothing. */
  scratchMb?: number;
  /** Largest heap of V8. */
  heapMb: number;
  /** Largest resident memory, including native memory. A child above half of it after a job is replaced. */
  memoryMb: number;
}

/**
 * A program of the product. `npm run build` puts its modules and packages into one bundle, from which a child starts in
 * a quarter of the processor time. `packages` are those that stay apart: native code, WebAssembly and fonts.
 */
export interface BundledProgram extends ChildProgram {
  /** Absolute path of the source of `main`. */
  source: string;
}

/**
 * Describes a bundled program. Its bundle is `dist/<name>/main.mjs` of the package of `source`, as deep as the folders of
 * the source, so that paths relative to a module stay true.
 * @param source address of the module that calls serveJobs
 */
export function describeBundle({
  source: url,
  ...program
}: Omit<BundledProgram, 'main' | 'source'> & { source: URL }): BundledProgram {
  const source = fileURLToPath(url);
  const folder = join(findPackage(dirname(source)), 'dist', program.name);
  return { ...program, source, main: join(folder, 'main.mjs'), reads: [folder, ...program.reads] };
}

function findPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findPackage(dirname(folder));
}
