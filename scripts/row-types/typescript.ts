// TypeScript 7 exports its checker under names that contain "unstable". Only this file uses those
// names. The version is pinned, and the test of this folder fails when an upgrade changes what is
// used.
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
