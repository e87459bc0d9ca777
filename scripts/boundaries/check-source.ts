import { posix } from 'node:path';
import { arrows, assemblyFiles, assemblyFolders, sharedHttpFiles, tables, testingPackage } from './house-plan.ts';
import { findImports, lineAt, scanSource } from './scan-source.ts';

/** A broken rule: where it is and what is wrong. */
export interface Violation {
  path: string;
  line: number;
  message: string;
}

/** Where a file stands in the house. */
interface Place {
  path: string;
  /** `apps/platform`, `packages/contract` …; `scripts` for what belongs to none. */
  workspace: string;
  /** Folders below `src`, outermost first: a floor, its room, parts of the room. Empty for files beside them and outside. */
  rooms: readonly string[];
  name: string;
  isTest: boolean;
}

/** Checks one TypeScript file against the architecture's rules; `path` is relative to the root, with slashes. */
export function checkSource(path: string, source: string): Violation[] {
  const place = locate(path);
  const found: Violation[] = [];
  const report = (line: number, message: string) => found.push({ path, line, message });
  for (const { text, line } of findImports(source)) {
    const problem = checkImport(place, text);
    if (problem) report(line, problem);
  }
  const { literals, code } = scanSource(source);
  for (const { text, line } of place.isTest ? [] : literals) {
    for (const { problem, offset } of checkSql(place, text)) report(line + lineAt(text, offset) - 1, problem);
  }
  if (!mayReadEnvironment(place)) {
    for (const { index } of code.matchAll(/\bprocess\s*\.\s*env\b/g)) {
      report(lineAt(source, index), 'process.env is read only in main.ts and config.ts');
    }
  }
  const longest = place.isTest ? 600 : 300;
  const lines = lineAt(source.trimEnd(), source.length);
  if (lines > longest) report(longest + 1, `the file has ${lines} lines; ${longest} is the limit`);
  return found;
}

function locate(path: string): Place {
  const parts = path.split('/');
  const isWorkspace = parts[0] === 'apps' || parts[0] === 'packages';
  const inSource = isWorkspace && parts[2] === 'src';
  return {
    path,
    workspace: isWorkspace ? parts.slice(0, 2).join('/') : 'scripts',
    rooms: inSource ? parts.slice(3, -1) : [],
    name: parts.at(-1) ?? '',
    isTest: /\.test\.tsx?$/.test(path) || parts.includes('testing'),
  };
}

function checkImport(place: Place, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return checkRelativeImport(place, specifier);
  if (!specifier.startsWith('@ecp/') || place.workspace === 'scripts') return undefined;
  const imported = specifier.split('/').slice(0, 2).join('/');
  if (imported === testingPackage) {
    return place.isTest ? undefined : `${testingPackage} is for tests and testing folders only`;
  }
  const app = ['@ecp/platform', '@ecp/engine', '@ecp/web'].includes(imported);
  const allowed = arrows[place.workspace];
  if (allowed === undefined) return `${place.workspace} has no arrows in scripts/boundaries/house-plan.ts`;
  if (!app && (place.isTest || allowed.includes(imported))) return undefined;
  return `${place.workspace} must not import ${imported}`;
}

function checkRelativeImport(place: Place, specifier: string): string | undefined {
  if (place.workspace === 'scripts') return undefined;
  const target = locate(posix.normalize(posix.join(posix.dirname(place.path), specifier)));
  // The whole product is started in one way, by whatever test.
  if (place.isTest && target.path.startsWith('e2e/testing/')) return undefined;
  if (target.workspace !== place.workspace) return `${specifier} leaves ${place.workspace}; import the package by name`;
  if (place.isTest) return undefined;
  if (target.isTest) return `${specifier} is for tests only`;
  if (place.rooms.length === 0 || place.rooms.some((room) => assemblyFolders.includes(room))) return undefined;
  if (target.rooms.length === 0 && assemblyFiles.includes(target.name)) {
    return `${target.name} puts the features together; none of them imports it`;
  }
  if (target.name === 'routes.ts') return 'routes.ts is imported by app.ts only';
  const knowsHttp = place.rooms.includes('http') || place.name === 'routes.ts' || sharedHttpFiles.includes(target.name);
  if (target.rooms.includes('http') && !knowsHttp) return 'only routes.ts and http/ know HTTP; verbs do not';
  return undefined;
}

/** SQL that reads or writes a table by its full name. */
const touched = /\b(?:from|join|into|update|truncate|only|using)\s+((?:platform|engine)\.\w+)(?!\w*\()/gi;
const anySql = /\b(?:select\b[\s\S]*\bfrom\s|insert\s+into\s|delete\s+from\s|update\s+[\w.]+\s+set\s|set_config\()/i;

function checkSql(place: Place, text: string): { problem: string; offset: number }[] {
  if (place.workspace !== 'apps/platform' && place.workspace !== 'apps/engine') return [];
  if (place.name === 'routes.ts' && anySql.test(text)) return [{ problem: 'routes.ts holds no SQL', offset: 0 }];
  return [...text.matchAll(touched)].flatMap(({ 1: name = '', index }) => {
    const problem = checkTable(place, name.toLowerCase());
    return problem ? [{ problem, offset: index }] : [];
  });
}

function checkTable({ workspace, rooms }: Place, name: string): string | undefined {
  const [schema = ''] = name.split('.');
  if (workspace !== `apps/${schema}`) return `${workspace} must not touch ${name}: it belongs to the ${schema}`;
  const table = tables[name];
  if (!table) return `${name} has no owner in scripts/boundaries/house-plan.ts`;
  if ([table.owner, ...(table.guests ?? [])].some((owner) => rooms.includes(owner))) return undefined;
  return `${name} belongs to ${table.owner}; ask its verbs`;
}

function mayReadEnvironment({ workspace, name, isTest, rooms }: Place): boolean {
  if (workspace === 'scripts' || workspace === 'packages/testing' || isTest) return true;
  return rooms.length === 0 && ['main.ts', 'config.ts'].includes(name);
}
