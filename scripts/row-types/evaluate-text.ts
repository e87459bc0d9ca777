import { functionAround, keyOf, type SourceProject, walk } from './source-project.ts';
import {
  type CallExpression,
  type Expression,
  type FunctionLikeDeclaration,
  type Identifier,
  isArrayLiteralExpression,
  isAsExpression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionLikeDeclaration,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  type ObjectLiteralExpression,
  SyntaxKind,
  type TemplateExpression,
  TypeFlags,
} from './typescript.ts';

/** The arguments of the functions around an expression, by key of the parameter. */
export type Bindings = ReadonlyMap<string, { node: Expression; bindings: Bindings }>;

/** Thrown for an expression whose text does not follow from the source alone. */
export class NotEvaluableError extends Error {
  override readonly name = 'NotEvaluableError';
}

/** Placeholder for a parameter number that is known only at run time. */
const parameterMark = '\u0000';
const maxVariants = 64;

/**
 * Returns all texts that an expression can have. Follows constants, templates, conditions, joined
 * lists and calls of our functions. A number counts as 1, and a value after `$` as a parameter
 * number. Throws NotEvaluableError.
 */
export function evaluateText(
  project: SourceProject,
  expression: Expression,
  bindings: Bindings,
): string[] {
  return [...new Set(evaluate(project, expression, bindings).map(numberParameters))];
}

/** Numbers the other parameters after those with a number in the source. */
function numberParameters(text: string): string {
  let last = Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
  return text.replaceAll(parameterMark, () => String(++last));
}

function evaluate(project: SourceProject, node: Expression, bindings: Bindings): string[] {
  const recur = (part: Expression) => evaluate(project, part, bindings);
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (isTemplateExpression(node)) return evaluateTemplate(project, node, bindings);
  if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node)) {
    return recur(node.expression);
  }
  if (isConditionalExpression(node)) return [...recur(node.whenTrue), ...recur(node.whenFalse)];
  if (isBinaryExpression(node)) {
    const [left, right] = [node.left, node.right];
    if (node.operatorToken.kind === SyntaxKind.PlusToken)
      return combine([recur(left), recur(right)]);
    if (node.operatorToken.kind === SyntaxKind.QuestionQuestionToken)
      return [...recur(left), ...recur(right)];
  }
  if (isIdentifier(node)) return evaluateName(project, node, bindings);
  if (isCallExpression(node)) return evaluateCall(project, node, bindings);
  if (isPropertyAccessExpression(node) || isElementAccessExpression(node)) {
    const object = findObject(project, node.expression);
    if (object)
      return valuesOf(object, isPropertyAccessExpression(node) ? node.name.text : null).flatMap(
        recur,
      );
  }
  return ofType(project, node);
}

/** Reads the possible values from a literal type, for example the names of two services. */
function ofType({ checker }: SourceProject, node: Expression): string[] {
  const type = checker.getTypeAtLocation(node);
  const parts = type?.isUnionType() ? type.getTypes() : type ? [type] : [];
  if (parts.length > 0 && parts.every((part) => part.flags & TypeFlags.NumberLike)) return ['1'];
  const literals = parts.flatMap((part) => (part.isStringLiteralType() ? [part.value] : []));
  if (literals.length > 0 && literals.length === parts.length) return literals;
  throw new NotEvaluableError(`the text cannot be known from the source: ${node.getText()}`);
}

function evaluateTemplate(
  project: SourceProject,
  node: TemplateExpression,
  bindings: Bindings,
): string[] {
  let before = node.head.text;
  const parts = [[before]];
  for (const { expression, literal } of node.templateSpans) {
    parts.push(before.endsWith('$') ? [parameterMark] : evaluate(project, expression, bindings));
    before = literal.text;
    parts.push([before]);
  }
  return combine(parts);
}

/** Concatenates the alternatives of all parts in every combination. */
function combine(parts: readonly string[][]): string[] {
  const texts = parts.reduce(
    (begun, part) => begun.flatMap((start) => part.map((end) => start + end)),
    [''],
  );
  if (texts.length > maxVariants)
    throw new NotEvaluableError(`the text has more than ${maxVariants} variants`);
  return texts;
}

function evaluateName(project: SourceProject, name: Identifier, bindings: Bindings): string[] {
  const declaration = project.declarationOf(name);
  if (declaration && isVariableDeclaration(declaration) && declaration.initializer) {
    return evaluate(project, declaration.initializer, bindings);
  }
  const bound = declaration && bindings.get(keyOf(declaration));
  if (bound) return evaluate(project, bound.node, bound.bindings);
  if (declaration && isParameterDeclaration(declaration) && declaration.initializer) {
    return evaluate(project, declaration.initializer, bindings);
  }
  return ofType(project, name);
}

function evaluateCall(project: SourceProject, call: CallExpression, bindings: Bindings): string[] {
  const { expression: callee } = call;
  if (isPropertyAccessExpression(callee) && callee.name.text === 'join') {
    const [separator] = call.arguments;
    const between = separator ? evaluate(project, separator, bindings) : [','];
    const parts = findList(project, callee.expression).map((part) =>
      evaluate(project, part, bindings),
    );
    return combine(parts.flatMap((part, index) => (index === 0 ? [part] : [between, part])));
  }
  const called = isIdentifier(callee) ? findFunction(project, callee, bindings) : undefined;
  if (!called) return ofType(project, call);
  const inside = bindParameters(called, call, bindings);
  return resultsOf(called).flatMap((result) => evaluate(project, result, inside));
}

/** Binds the arguments of a call to the parameters of the called function. */
export function bindParameters(
  called: FunctionLikeDeclaration,
  call: CallExpression,
  bindings: Bindings,
): Bindings {
  const bound = new Map(bindings);
  called.parameters.forEach((parameter, index) => {
    const node = call.arguments[index];
    if (node) bound.set(keyOf(parameter), { node, bindings });
    else bound.delete(keyOf(parameter));
  });
  return bound;
}

function findFunction(
  project: SourceProject,
  name: Identifier,
  bindings: Bindings,
): FunctionLikeDeclaration | undefined {
  const declaration = project.declarationOf(name);
  const bound = declaration && bindings.get(keyOf(declaration));
  if (bound && isIdentifier(bound.node)) return findFunction(project, bound.node, bound.bindings);
  const value =
    declaration && isVariableDeclaration(declaration) ? declaration.initializer : declaration;
  return value && isFunctionLikeDeclaration(value) ? value : undefined;
}

function resultsOf(called: FunctionLikeDeclaration): Expression[] {
  const body: Node | undefined = 'body' in called ? called.body : undefined;
  if (!body) return [];
  if (body.kind !== SyntaxKind.Block) return [body as Expression];
  const results: Expression[] = [];
  walk(body, (node) => {
    if (isReturnStatement(node) && node.expression) results.push(node.expression);
  });
  return results;
}

/**
 * Finds the elements of a literal list or all values of an object, including those that are added
 * conditionally.
 */
function findList(project: SourceProject, node: Expression): Expression[] {
  if (isArrayLiteralExpression(node)) return [...node.elements];
  if (isCallExpression(node) && node.expression.getText() === 'Object.values') {
    const [of] = node.arguments;
    const object = of && findObject(project, of);
    if (of && object) return [...valuesOf(object, null), ...findAssigned(of)];
  }
  throw new NotEvaluableError(`the text cannot be known from the source: ${node.getText()}`);
}

function findObject(project: SourceProject, node: Expression): ObjectLiteralExpression | undefined {
  if (isObjectLiteralExpression(node)) return node;
  if (isAsExpression(node) || isSatisfiesExpression(node))
    return findObject(project, node.expression);
  const declaration = isIdentifier(node) ? project.declarationOf(node) : undefined;
  if (!declaration || !isVariableDeclaration(declaration) || !declaration.initializer)
    return undefined;
  return findObject(project, declaration.initializer);
}

function valuesOf(object: ObjectLiteralExpression, property: string | null): Expression[] {
  return object.properties.flatMap((each) =>
    isPropertyAssignment(each) && (property === null || each.name.getText() === property)
      ? [each.initializer]
      : [],
  );
}

/** Finds the values assigned to properties of an object in the function that uses it. */
function findAssigned(object: Expression): Expression[] {
  const assigned: Expression[] = [];
  walk(functionAround(object) ?? object.getSourceFile(), (node) => {
    if (!isBinaryExpression(node) || node.operatorToken.kind !== SyntaxKind.EqualsToken) return;
    const target = node.left;
    const isProperty = isElementAccessExpression(target) || isPropertyAccessExpression(target);
    if (isProperty && target.expression.getText() === object.getText()) assigned.push(node.right);
  });
  return assigned;
}
