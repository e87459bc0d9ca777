import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Matches static and dynamic imports with a literal name, without type imports, which do not exist
 * at run time.
 */
const importPattern =
  /^[ \t]*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;

const known = new Map<string, string[]>();

/**
 * Returns the absolute paths of imported files of this repository, and the names of all other
 * imported modules.
 */
function readImports(file: string): string[] {
  const cached = known.get(file);
  if (cached) return cached;
  const names = readFileSync(file, 'utf8').matchAll(importPattern);
  const imports = [...names].map(([, fixed, dynamic]) => locate(file, fixed ?? dynamic ?? ''));
  known.set(file, imports);
  return imports;
}

function locate(importer: string, name: string): string {
  if (name.startsWith('@ecp/')) return fileURLToPath(import.meta.resolve(name));
  return name.startsWith('.') ? resolve(dirname(importer), name) : name;
}

/**
 * Returns all direct and indirect imports of a source file: absolute paths of the repository's
 * files and names of other modules. The search does not follow the imports of files for which
 * `stopsAt` is true.
 */
export function findImported(
  file: string,
  stopsAt: (file: string) => boolean = () => false,
): Set<string> {
  const found = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const imported of readImports(next)) {
      if (found.has(imported)) continue;
      found.add(imported);
      if (/\.tsx?$/.test(imported) && existsSync(imported) && !stopsAt(imported))
        waiting.push(imported);
    }
  }
  return found;
}
