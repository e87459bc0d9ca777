import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program that executes programs of models in Deno. */
interface ProgramHostBundle {
  /** Absolute path of its main module. */
  source: string;
  /** Absolute path of its bundle. The folder has nothing else. */
  main: string;
}

const describeHost = (name: string, source: string): ProgramHostBundle => ({
  source: fileURLToPath(new URL(source, import.meta.url)),
  main: fileURLToPath(new URL(`../dist/${name}/main.mjs`, import.meta.url)),
});

/** The host in a child process, and the one that a person starts without the product. */
export const programHosts = {
  child: describeHost('program-host', './host/main.ts'),
  standalone: describeHost('standalone-host', './host/standalone-main.ts'),
};

const platforms: Record<string, string> = {
  'linux-x64': 'linux-x64-glibc',
  'linux-arm64': 'linux-arm64-glibc',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-x64',
  'win32-arm64': 'win32-arm64',
};

/** Finds the file of Deno in the package of this platform. Throws Error if it is not installed. */
export function findDeno(): string {
  const machine = `${process.platform}-${process.arch}`;
  const name = `@deno/${platforms[machine] ?? machine}`;
  // The package `deno` declares those of the platforms, so they are looked for from there.
  const declared = createRequire(import.meta.url).resolve('deno/package.json');
  const manifest = createRequire(declared).resolve(`${name}/package.json`);
  const file = join(dirname(manifest), process.platform === 'win32' ? 'deno.exe' : 'deno');
  if (!existsSync(file)) throw new Error(`${name} has no file of Deno`);
  return file;
}
