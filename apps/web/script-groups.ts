import { fileURLToPath } from 'node:url';

/** The modules of the bundle, as the bundler reports them. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const main = fileURLToPath(new URL('src/main.tsx', import.meta.url));
const icons = /lucide-react/;
/** Code of long lists. Pages that show one text do not need it. */
const lists = /react-virtual|virtual-core|virtual-list/;

/**
 * Finds everything that the first script imports, directly or not. An icon here would pull in all
 * icons.
 */
function findFirst(modules: Modules): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [main];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || icons.test(id)) continue;
    found.add(id);
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Names the group of the first script, which forms one file with the name of its page. */
function nameFirst(): (id: string, modules: Modules) => string | null {
  let first: ReadonlySet<string> | undefined;
  return (id, modules) => {
    first ??= findFirst(modules);
    return first.has(id) ? 'index' : null;
  };
}

/**
 * Groups of modules that share a file. A module belongs to the first group that matches. Without
 * groups the bundler would make a file for every set of pages that share a module: each page would
 * fetch some ninety files, six at a time. The kit contains what most pages share.
 */
export const scriptGroups = () => [
  { name: nameFirst(), priority: 3 },
  { name: 'icons', test: icons, minShareCount: 3, priority: 2 },
  { name: 'lists', test: lists, minShareCount: 3, priority: 2 },
  {
    name: 'kit',
    test: /web\/src\/(base\/ui(?!\/(fields|charts|pdf|forms|dialogs\/form))|base\/(format|api|session)|app\/(shell|navigation)|base\/texts\/(common|shell))/,
    minShareCount: 4,
    priority: 1,
  },
  // The modules of the page of a document: alone, each of them is smaller than its head. The texts
  // of reading are on other pages, too, and a group takes along what its modules import.
  { name: 'reading', test: /web\/src\/base\/texts\/reading/, minShareCount: 3, priority: 1 },
  {
    name: 'document',
    test: /web\/src\/(base\/texts\/review|document\/versions|shared\/citations\/open-points)/,
    minShareCount: 3,
  },
  // Pages with forms need the fields and their dialogs; those that show a text do not.
  { name: 'fields', test: /web\/src\/base\/ui\/(fields|forms|dialogs\/form)/, minShareCount: 4 },
];
