import { lineAt, scanSource } from './scan-source.ts';
import { tables } from './table-owners.ts';

/** A broken rule: its position and what is wrong. */
export interface Violation {
  path: string;
  line: number;
  message: string;
}

/** The position of a file in the architecture. */
interface Place {
  path: string;
  /** `apps/server`, `packages/contract` …; `scripts` for files outside all workspaces. */
  workspace: string;
  /** Folders below `src`, outermost first. Empty for files directly in `src` or outside it. */
  rooms: readonly string[];
  name: string;
  isTest: boolean;
}

/**
 * Checks the SQL of one TypeScript file. `path` is relative to the root, with slashes. Tests may
 * use every table.
 */
export function checkSource(path: string, source: string): Violation[] {
  const place = locate(path);
  if (place.isTest || place.workspace !== 'apps/server') return [];
  const { literals, code } = scanSource(source);
  const unwalled = findUnwalled(place, code).map((offset) => ({
    path,
    line: lineAt(code, offset),
    message: 'routes.ts reads with the database of its context, which knows the viewer',
  }));
  const sql = literals.flatMap(({ text, line }) =>
    checkSql(place, text).map(({ problem, offset }) => ({
      path,
      line: line + lineAt(text, offset) - 1,
      message: problem,
    })),
  );
  return [...unwalled, ...sql];
}

/** Routes that ask the service's own database, and for what: nothing of it is behind a wall. */
const unwalledRoutes: Record<string, string> = {
  'apps/server/src/reach/dossier/routes.ts': 'the published keys of dossiers',
  'apps/server/src/reach/web/routes.ts': 'whether the token of a link is known',
  'apps/server/src/work/runs/routes.ts': 'whether callers still have access',
};

/**
 * Finds where a route of an engagement's matter reads as the service, which sees behind every wall.
 */
function findUnwalled({ path, rooms, name }: Place, code: string): number[] {
  if (name !== 'routes.ts' || !['reach', 'work'].includes(rooms[0] ?? '') || path in unwalledRoutes)
    return [];
  return [...code.matchAll(/(?<!context\.)\bservices\.database\b/g)].map(({ index }) => index);
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

/** Matches SQL that reads or writes a table by its full name. */
const touched =
  /\b(?:from|join|into|update|truncate|only|using)\s+((?:platform|engine)\.\w+)(?!\w*\()/gi;
const anySql =
  /\b(?:select\b[\s\S]*\bfrom\s|insert\s+into\s|delete\s+from\s|update\s+[\w.]+\s+set\s|set_config\()/i;

function checkSql(place: Place, text: string): { problem: string; offset: number }[] {
  if (place.name === 'routes.ts' && anySql.test(text))
    return [{ problem: 'routes.ts must not contain SQL', offset: 0 }];
  return [...text.matchAll(touched)].flatMap(({ 1: name = '', index }) => {
    const problem = checkTable(place, name.toLowerCase());
    return problem ? [{ problem, offset: index }] : [];
  });
}

function checkTable({ rooms }: Place, name: string): string | undefined {
  const isOfEngine = name.startsWith('engine.');
  const isEngine = rooms[0] === 'engine';
  if (isOfEngine && !isEngine) return `${name} belongs to the engine; call it`;
  const table = tables[name];
  if (!table) return `${name} has no owner in scripts/boundaries/table-owners.ts`;
  // Rooms of the engine have names of other floors' rooms, so as guests they are named in full.
  const names = isEngine && !isOfEngine ? rooms.map((room) => `engine/${room}`) : rooms;
  if ([table.owner, ...(table.guests ?? [])].some((owner) => names.includes(owner)))
    return undefined;
  return `${name} belongs to ${table.owner}; ask its verbs`;
}
