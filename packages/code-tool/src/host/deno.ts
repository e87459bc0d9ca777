/** The part of Deno that the hosts of programs use. It is gone when a program starts. */
interface DenoApi {
  stdin: { read(buffer: Uint8Array): Promise<number | null> };
  stdout: { writeSync(bytes: Uint8Array): number };
  inspect(
    value: unknown,
    options: { depth: number; iterableLimit: number; colors: boolean },
  ): string;
  readTextFileSync(path: string): string;
  exit(code: number): never;
}

/** Deno's own functions, taken before a program can change them. */
export const { stdin, stdout, inspect, readTextFileSync, exit } = (
  globalThis as unknown as { Deno: DenoApi }
).Deno;

/** Writes a value for people, without colours. */
export const writeValue = (value: unknown): string =>
  inspect(value, { depth: 6, iterableLimit: 200, colors: false });
