/** Reads the names of the environment variables that a configuration file declares. */
export function readDeclaredSettings(source: string): string[] {
  return Array.from(source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm), ([, name = '']) => name);
}

/** Reads the names in the first column of a page's table of settings. */
export function readDocumentedSettings(markdown: string): string[] {
  return [...markdown.matchAll(/^\| (`[A-Z][A-Z0-9_]+`[^|]*) \|/gm)].flatMap(([, names = '']) =>
    Array.from(names.matchAll(/`([A-Z0-9_]+)`/g), ([, name = '']) => name),
  );
}

/** Returns the settings that are not documented, and the documented ones that do not exist. */
export function compareSettings(
  declared: readonly string[],
  documented: readonly string[],
): Record<'missing' | 'dead', string[]> {
  return {
    missing: [...new Set(declared)].filter((name) => !documented.includes(name)),
    dead: documented.filter((name) => !declared.includes(name)),
  };
}
