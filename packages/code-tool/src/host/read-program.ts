import { stripTypeScriptTypes } from 'node:module';
import { type Node, type Program, parse } from 'acorn';

/** The modules that a program may import. */
export const moduleNames = ['arquero', 'decimal.js', 'finance', 'simple-statistics'] as const;
export type ModuleName = (typeof moduleNames)[number];

/** A program that is refused before it starts, with a sentence for the model. */
export class RefusedProgram extends Error {
  override readonly name = 'RefusedProgram';
}

/** The name by which the wrapped program reaches its modules. Its own body may shadow it. */
const modulesName = '__modules__';

/**
 * Turns a program into JavaScript of one expression: a function of the modules that returns a
 * promise of the program's end. Lines stay as they are, as far as the program has no enumerations.
 * Nothing is executed. Throws RefusedProgram for a syntax error, and for any import but those of
 * the known modules at the top.
 */
export async function readProgram(code: string): Promise<string> {
  const script = await removeTypes(code);
  const tree = parseModule(script);
  refuseOtherImports(tree);
  const { imports, body } = takeOutImports(tree, script);
  const source = `(async (${modulesName}) => { "use strict"; ${imports} { ${body}\n} })`;
  // The engine reads this text as a script, where other marks begin a comment than in a module. So
  // what it will read is what is searched.
  refuseOtherImports(parseOrRefuse(source, 'script'));
  return source;
}

async function removeTypes(code: string): Promise<string> {
  try {
    return stripTypeScriptTypes(code, { mode: 'strip' });
  } catch {
    // Enumerations and parameter properties need code of their own.
  }
  try {
    return stripTypeScriptTypes(code, { mode: 'transform' });
  } catch {
    throw new RefusedProgram(await describeSyntaxError(code));
  }
}

/** Asks the compiler of modules, which says where an error is. Nothing of the program executes. */
async function describeSyntaxError(code: string): Promise<string> {
  try {
    await import(`data:application/typescript,${encodeURIComponent(`throw 0; ${code}`)}`);
  } catch (error) {
    const report = error instanceof Error ? error.message : '';
    // The text after the first sentence lists all that might stand there.
    const fault = /^SyntaxError: ([^\n]{1,200}?)(?:\. |\.?\n)/.exec(report)?.[1];
    const line = /:(\d+):\d+\s*$/.exec(report)?.[1];
    if (fault !== undefined && line !== undefined)
      return `The program has a syntax error in line ${line}: ${fault}.`;
  }
  return 'The program has a syntax error.';
}

const parseModule = (script: string): Program => parseOrRefuse(script, 'module');

function parseOrRefuse(script: string, sourceType: 'module' | 'script'): Program {
  try {
    return parse(script, {
      ecmaVersion: 'latest',
      sourceType,
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
      locations: true,
    });
  } catch (error) {
    if (error instanceof RangeError)
      throw new RefusedProgram('The program is nested too deeply to be read.');
    const fault = String((error as Error).message).slice(0, 200);
    const line = /\((\d+):\d+\)$/.exec(fault)?.[1];
    const place = line === undefined ? '' : ` in line ${line}`;
    const words = fault.replace(/ \(\d+:\d+\)$/, '');
    throw new RefusedProgram(`The program has a syntax error${place}: ${words}.`);
  }
}

const allowedModules = `${moduleNames.slice(0, -1).join(', ')} and ${moduleNames.at(-1)}`;

/** Searches the whole tree without recursion, because a program may be nested deeply. */
function refuseOtherImports(tree: Node): void {
  const pending: unknown[] = [tree];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) pending.push(...value);
    else {
      if ('type' in value) refuseImport(value as SyntaxNode);
      pending.push(...Object.values(value));
    }
  }
}

/** The fields of nodes that are looked at here. */
interface SyntaxNode extends Node {
  source?: { value?: unknown } | null;
  callee?: { type: string; name?: string };
  meta?: { name: string };
  attributes?: unknown[];
}

function refuseImport(node: SyntaxNode): void {
  const refuse = (sentence: string) => {
    throw new RefusedProgram(`${sentence} (line ${node.loc?.start.line}).`);
  };
  const isStatic =
    node.type === 'ImportDeclaration' ||
    node.type === 'ExportAllDeclaration' ||
    node.type === 'ExportNamedDeclaration';
  const from = isStatic ? node.source?.value : undefined;
  if (isStatic && typeof from === 'string' && !isModuleName(from))
    refuse(`A program imports only ${allowedModules}, and not ${JSON.stringify(cut(from))}`);
  if (isStatic && (node.attributes ?? []).length > 0)
    refuse('A program imports modules without attributes');
  if (node.type === 'ImportExpression')
    refuse('A program imports modules by import statements alone, and not by import()');
  if (node.type === 'MetaProperty' && node.meta?.name === 'import')
    refuse('A program has no import.meta');
  if (node.type === 'CallExpression' && node.callee?.name === 'require')
    refuse('A program imports modules by import statements alone, and not by require()');
}

const isModuleName = (name: string): name is ModuleName =>
  (moduleNames as readonly string[]).includes(name);

const cut = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Moves import statements into declarations, and leaves as many lines behind. */
function takeOutImports(tree: Program, script: string): { imports: string; body: string } {
  const imports: string[] = [];
  let body = script;
  const remove = (from: number, to: number) => {
    const blank = body.slice(from, to).replaceAll(/[^\n]/g, ' ');
    body = body.slice(0, from) + blank + body.slice(to);
  };
  for (const node of tree.body) {
    if (node.type === 'ImportDeclaration') {
      const from = `${modulesName}[${JSON.stringify(node.source.value)}]`;
      for (const specifier of node.specifiers) {
        const name = specifier.local.name;
        if (specifier.type === 'ImportNamespaceSpecifier') imports.push(`const ${name} = ${from};`);
        else imports.push(`const ${name} = ${from}[${JSON.stringify(importedName(specifier))}];`);
      }
      remove(node.start, node.end);
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration) {
      remove(node.start, node.declaration.start);
    } else if (node.type === 'ExportNamedDeclaration' && !node.source) {
      remove(node.start, node.end);
    } else if (node.type.startsWith('Export')) {
      throw new RefusedProgram('A program exports nothing: it adds tables and sets facts.');
    }
  }
  return { imports: imports.join(' '), body };
}

function importedName(
  specifier: Extract<Program['body'][number], { type: 'ImportDeclaration' }>['specifiers'][number],
): string {
  if (specifier.type !== 'ImportSpecifier') return 'default';
  const { imported } = specifier;
  return imported.type === 'Identifier' ? imported.name : String(imported.value);
}
