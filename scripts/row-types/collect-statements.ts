import { type Bindings, bindParameters, evaluateText, NotEvaluableError } from './evaluate-text.ts';
import { type DeclaredColumn, readColumns } from './read-columns.ts';
import { functionAround, type SourceProject, walk } from './source-project.ts';
import {
  type Expression,
  isCallExpression,
  isIdentifier,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  type Node,
  type ObjectLiteralExpression,
  type TaggedTemplateExpression,
  type Type,
  TypeFlags,
} from './typescript.ts';

/** A statement in the source code: every text that it can have, and its declared row. */
export interface SourceStatement {
  /** Path and line of the statement. */
  place: string;
  /**
   * The name under which a connection keeps the text; null if the source does not give it as a
   * constant.
   */
  name: string | null;
  texts: string[];
  columns: DeclaredColumn[];
}

/** Collects all statements in the files, and one line for each that cannot be checked. */
export function collectStatements(
  project: SourceProject,
  wanted: (path: string) => boolean,
): { statements: SourceStatement[]; problems: string[] } {
  const statements: SourceStatement[] = [];
  const problems: string[] = [];
  for (const file of project.files(wanted)) {
    walk(file, (node) => {
      try {
        statements.push(...readStatement(project, node));
      } catch (error) {
        if (!(error instanceof NotEvaluableError)) throw error;
        problems.push(`${placeOf(project, node)}: ${error.message}`);
      }
    });
  }
  return { statements, problems };
}

function readStatement(project: SourceProject, node: Node): SourceStatement[] {
  if (isTaggedTemplateExpression(node)) return readTemplate(project, node);
  if (isObjectLiteralExpression(node)) return readLiteral(project, node);
  if (isCallExpression(node)) return readPlainQuery(project, node);
  return [];
}

/** Reads a statement written as sql`…`. */
function readTemplate(project: SourceProject, node: TaggedTemplateExpression): SourceStatement[] {
  if (node.tag.getText() !== 'sql') return [];
  const { template } = node;
  const texts = isTemplateExpression(template) ? [numberHoles(template)] : [template.text];
  return [
    statementOf(project, node, texts, rowOf(project, project.checker.getTypeAtLocation(node))),
  ];
}

function numberHoles(
  template: Node & {
    head: { text: string };
    templateSpans: Iterable<{ literal: { text: string } }>;
  },
) {
  return [...template.templateSpans].reduce(
    (text, { literal }, index) => `${text}$${index + 1}${literal.text}`,
    template.head.text,
  );
}

/**
 * Reads a statement written as an object with a text. In a function, each call of the function is a
 * statement.
 */
function readLiteral(project: SourceProject, node: ObjectLiteralExpression): SourceStatement[] {
  const text = findProperty(node, 'text');
  if (!text) return [];
  const type = project.checker.getContextualType(node);
  if (!type || !isStatement(type)) return refuseUndeclared(project, node, text);
  const around = functionAround(node);
  const calls = around ? project.callsOf(around) : [];
  if (!around || calls.length === 0) {
    return [
      statementOf(project, node, evaluateText(project, text, new Map()), rowOf(project, type)),
    ];
  }
  return calls.map((call) => {
    const bindings: Bindings = bindParameters(around, call, new Map());
    const returned = project.checker.getTypeAtLocation(call);
    const row = returned && isStatement(returned) ? rowOf(project, returned) : rowOf(project, type);
    return statementOf(project, node, evaluateText(project, text, bindings), row);
  });
}

/**
 * Refuses an object that looks like a statement but is not declared as one, because the check would
 * miss it.
 */
function refuseUndeclared(
  project: SourceProject,
  node: ObjectLiteralExpression,
  text: Expression,
): SourceStatement[] {
  const isNamed = (each: Node) => isPropertyAssignment(each) || isShorthandPropertyAssignment(each);
  const hasValues = node.properties.some(
    (each) => isNamed(each) && each.name?.getText() === 'values',
  );
  if (!hasValues && !isSql(project, text)) return [];
  throw new NotEvaluableError(
    `it is not declared as a Statement (${node.getText().slice(0, 60)} …)`,
  );
}

function isSql(project: SourceProject, text: Expression): boolean {
  const startsLikeSql =
    /^\s*(select\s.*\sfrom|insert\s+into|update\s.*\sset|delete\s+from|with\s.*\sas\s*\()\s/is;
  try {
    return evaluateText(project, text, new Map()).some((each) => startsLikeSql.test(each));
  } catch (error) {
    if (error instanceof NotEvaluableError) return false;
    throw error;
  }
}

/** Reads a direct query of pg: `client.query<Row>(text, values)`. */
function readPlainQuery(project: SourceProject, node: Node): SourceStatement[] {
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return [];
  const [text] = node.arguments;
  if (node.expression.name.text !== 'query' || !text) return [];
  const type = project.checker.getTypeAtLocation(text);
  if (!type || !(type.flags & TypeFlags.StringLike)) return [];
  const [argument] = node.typeArguments ?? [];
  const row = argument && project.checker.getTypeFromTypeNode(argument);
  return [statementOf(project, node, evaluateText(project, text, new Map()), row)];
}

function statementOf(
  project: SourceProject,
  node: Node,
  texts: string[],
  row: Type | undefined,
): SourceStatement {
  const name = isObjectLiteralExpression(node) ? findProperty(node, 'name') : undefined;
  return {
    place: placeOf(project, node),
    name: name && isStringLiteral(name) ? name.text : null,
    texts,
    columns: row ? readColumns(project.checker, row) : [],
  };
}

function findProperty(
  node: ObjectLiteralExpression,
  wanted: 'name' | 'text',
): Expression | undefined {
  for (const each of node.properties) {
    if (isPropertyAssignment(each) && each.name.getText() === wanted) return each.initializer;
    if (isShorthandPropertyAssignment(each) && isIdentifier(each.name) && each.name.text === wanted)
      return each.name;
  }
  return undefined;
}

const isStatement = (type: Type): boolean =>
  partsOf(type).some(
    (part) => part.isTypeReference() && part.getTarget().getSymbol()?.name === 'Statement',
  );

const partsOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type]);

/** Returns the row of a Statement; undefined if none is declared. */
function rowOf({ checker }: SourceProject, type: Type | undefined): Type | undefined {
  const statement = type && partsOf(type).find(isStatement);
  if (!statement?.isTypeReference()) return undefined;
  const [row] = checker.getTypeArguments(statement);
  return row?.isTypeParameter() ? undefined : row;
}

function placeOf(project: SourceProject, node: Node): string {
  const file = node.getSourceFile();
  const line = file.text.slice(0, node.getStart()).split('\n').length;
  return `${project.pathOf(node)}:${line}`;
}
