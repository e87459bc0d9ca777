/** A program that runs in children of its own: a child of one program never does another program's jobs. */
export interface ChildProgram {
  /** Stands in errors and logs. */
  name: string;
  /** Absolute path of the module that calls serveJobs. */
  main: string;
  /** Absolute paths of what else it reads: folders and files of code, templates, fonts. Missing ones are ignored. */
  reads: string[];
  /** Packages that it imports. Their own dependencies follow from their package.json. */
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
