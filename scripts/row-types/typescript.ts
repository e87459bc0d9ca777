// TypeScript 7 gives its checker to programs under names that say "unstable": they stand in this file alone. The version is
// pinned, and the test of this folder fails when an upgrade changes what is used.
export * from 'typescript/unstable/ast';
export {
  API,
  type Checker,
  type Project,
  type Symbol,
  SymbolFlags,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync';
