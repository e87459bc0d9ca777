import {
  API,
  type CallExpression,
  type Checker,
  type FunctionLikeDeclaration,
  type Identifier,
  isCallExpression,
  isFunctionLikeDeclaration,
  isIdentifier,
  isShorthandPropertyAssignment,
  isVariableDeclaration,
  type Node,
  type Project,
  type SourceFile,
  SymbolFlags,
  type Symbol as TypeScriptSymbol,
} from './typescript.ts';

/** The program as seen by TypeScript. */
export interface SourceProject {
  checker: Checker;
  /** Returns the source files whose paths, relative to the root, `wanted` accepts. */
  files(wanted: (path: string) => boolean): SourceFile[];
  pathOf(node: Node): string;
  /**
   * Returns the declaration of a name; undefined if it is not declared in one of our source files.
   */
  declarationOf(name: Identifier): Node | undefined;
  /** Returns the calls of a function by its name; empty for a function without a name. */
  callsOf(callee: FunctionLikeDeclaration): CallExpression[];
  close(): void;
}

/** Opens the root's tsconfig.json. */
export function openSourceProject(root: string): SourceProject {
  const api = new API({ cwd: root });
  const project = api.updateSnapshot({ openProjects: [`${root}/tsconfig.json`] }).getProjects()[0];
  if (!project) throw new Error(`TypeScript finds no project in ${root}`);
  const files = (wanted: (path: string) => boolean) =>
    project.program
      .getSourceFileNames()
      .filter((name) => name.startsWith(`${root}/`) && !name.includes('/node_modules/'))
      .filter((name) => wanted(name.slice(root.length + 1)))
      .flatMap((name) => project.program.getSourceFile(name) ?? []);
  const declarationOf = (name: Identifier) => findDeclaration(project, name);
  let calls: Map<string, CallExpression[]> | undefined;
  return {
    checker: project.checker,
    files,
    pathOf: (node) => node.getSourceFile().fileName.slice(root.length + 1),
    declarationOf,
    callsOf(callee) {
      const named = isVariableDeclaration(callee.parent) ? callee.parent : callee;
      const name = 'name' in named && named.name && isIdentifier(named.name) ? named.name.text : '';
      calls ??= indexCalls(files(() => true));
      const declared = keyOf(named);
      return (calls.get(name) ?? []).filter(({ expression }) => {
        const declaration = isIdentifier(expression) ? declarationOf(expression) : undefined;
        return declaration !== undefined && keyOf(declaration) === declared;
      });
    },
    close: () => api.close(),
  };
}

/** Returns a key that identifies a node, even if the node was fetched twice. */
export function keyOf(node: Node): string {
  return `${node.getSourceFile().fileName}:${node.pos}:${node.end}`;
}

/** Returns the innermost function around a node. */
export function functionAround(node: Node): FunctionLikeDeclaration | undefined {
  for (let at: Node | undefined = node.parent; at; at = at.parent)
    if (isFunctionLikeDeclaration(at)) return at;
  return undefined;
}

/** Calls `visit` with a node and all its descendants. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

function findDeclaration(project: Project, name: Identifier): Node | undefined {
  const { checker } = project;
  const found: TypeScriptSymbol | undefined = isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name);
  const symbol = found && found.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  return symbol?.valueDeclaration?.resolve(project);
}

function indexCalls(files: readonly SourceFile[]): Map<string, CallExpression[]> {
  const calls = new Map<string, CallExpression[]>();
  for (const file of files) {
    walk(file, (node) => {
      if (!isCallExpression(node) || !isIdentifier(node.expression)) return;
      const name = node.expression.text;
      calls.set(name, [...(calls.get(name) ?? []), node]);
    });
  }
  return calls;
}
