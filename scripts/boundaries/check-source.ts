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
  /** `apps/platform`, `packages/contract` …; `scripts` for files outside all workspaces. */
  workspace: string;
  /** Folders below `src`, outermost first. Empty for files directly in `src` or outside it. */
  rooms: readonly string[];
  name: string;
  isTest: boolean;
}

/** Checks the SQL of one TypeScript file. `path` is relative to the root, with slashes. Tests may use every table. */
export function checkSource(path: string, source: string): Violation[] {
  const place = locate(path);
  if (place.isTest || (place.workspace !== 'apps/platform' && place.workspace !== 'apps/engine')) return [];
  return scanSource(source).literals.flatMap(({ text, line }) =>
    checkSql(place, text).map(({ problem, offset }) => ({
      path,
      line: line + lineAt(text, offset) - 1,
      message: problem,
    })),
  );
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
const touched = /\b(?:from|join|into|update|truncate|only|using)\s+((?:platform|engine)\.\w+)(?!\w*\()/gi;
const anySql = /\b(?:select\b[\s\S]*\bfrom\s|insert\s+into\s|delete\s+from\s|update\s+[\w.]+\s+set\s|set_config\()/i;

function checkSql(place: Place, text: string): { problem: string; offset: number }[] {
  if (place.name === 'routes.ts' && anySql.test(text))
    return [{ problem: 'routes.ts must not contain SQL', offset: 0 }];
  return [...text.matchAll(touched)].flatMap(({ 1: name = '', index }) => {
    const problem = checkTable(place, name.toLowerCase());
    return problem ? [{ problem, offset: index }] : [];
  });
}

function checkTable({ workspace, rooms }: Place, name: string): string | undefined {
  const [schema = ''] = name.split('.');
  if (workspace !== `apps/${schema}`) return `${workspace} must not touch ${name}: it belongs to the ${schema}`;
  const table = tables[name];
  if (!table) return `${name} has no owner in scripts/boundaries/table-owners.ts`;
  if ([table.owner, ...(table.guests ?? [])].some((owner) => rooms.includes(owner))) return undefined;
  return `${name} belongs to ${table.owner}; ask its verbs`;
}
