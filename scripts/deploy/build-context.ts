import { readFile } from 'node:fs/promises';

/** Maps each mark of a pattern to its form in a regular expression. */
const marks: Record<string, string> = { '**/': '(?:.*/)?', '*': '[^/]*', '.': '\\.' };

/**
 * Reads a .dockerignore whose patterns have no sign but stars. Returns whether the context of a
 * build has a path. The last line that holds for the path, or for a folder above it, decides.
 */
export async function readBuildContext(file: string): Promise<(path: string) => boolean> {
  const lines = (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const rules = lines.map((line) => {
    const pattern = line
      .replace(/^!/, '')
      .replaceAll(/\*\*\/|[*.]/g, (mark) => marks[mark] ?? mark);
    return { sends: line.startsWith('!'), holdsFor: new RegExp(`^${pattern}(?:/|$)`) };
  });
  return (path) => rules.findLast(({ holdsFor }) => holdsFor.test(path))?.sends ?? true;
}
