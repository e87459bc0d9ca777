import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FoundMessage, type ReadSource, readSource } from './read-source.ts';

/** The folder of the app's sources. */
export const sourceDir = fileURLToPath(new URL('../src', import.meta.url));

/** Folders whose messages load with the app. */
const base =
  /^(?:app\/(?!home\/)|base\/(?!texts\/)|base\/texts\/(?:common|shell)\.ts$|shared\/live\/)/;
/** Folders whose messages load with the first page. */
const shared = /^(?:base\/texts|shared|engagement\/(?:brief|tasks)|firm\/second-factor)\//;
/** Folders of a room whose messages load without those of the room. */
const pages =
  /^(?:app\/home|document\/client|engagement\/library|firm\/(?:economics|insights|settings|sign-in))(?=\/)/;

/** The sources of the app by their paths. */
export type App = ReadonlyMap<string, ReadSource>;

/** Reads all sources of the app. */
export function readApp(): App {
  const files = globSync('**/*.{ts,tsx}', { cwd: sourceDir }).filter(
    (file) => !file.includes('.test.'),
  );
  return new Map(
    files.sort().map((file) => {
      const path = join(sourceDir, file);
      return [path, readSource(path, readFileSync(path, 'utf8'))];
    }),
  );
}

/**
 * Returns the part of the app to which a file belongs. A part has a catalogue for each language.
 */
export function partOf(path: string): string {
  const file = relative(sourceDir, path);
  if (!file.includes('/') || base.test(file)) return 'base';
  if (shared.test(file)) return 'shared';
  const [room = ''] = file.split('/');
  return pages.exec(file)?.[0].replace('/', '-') ?? room;
}

/** Returns the messages of each part; those of `base` are in no other. */
export function messagesByPart(app: App): Map<string, Map<string, FoundMessage>> {
  const parts = new Map<string, Map<string, FoundMessage>>();
  for (const [path, { messages }] of app) {
    const part = parts.get(partOf(path)) ?? new Map<string, FoundMessage>();
    for (const message of messages) part.set(message.id, message);
    if (part.size > 0) parts.set(partOf(path), part);
  }
  for (const id of parts.get('base')?.keys() ?? []) {
    for (const [name, part] of parts) if (name !== 'base') part.delete(id);
  }
  return parts;
}

/** Returns the parts whose messages a module and all that it imports can show, without `base`. */
export function partsFor(app: App, path: string): string[] {
  const seen = new Set<string>();
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    for (const { path: imported, isDynamic } of app.get(next)?.imports ?? []) {
      if (!isDynamic) open.push(join(dirname(next), imported));
    }
  }
  const shown = [...seen].filter((file) => (app.get(file)?.messages.length ?? 0) > 0);
  return [...new Set(shown.map(partOf))].filter((part) => part !== 'base').sort();
}
