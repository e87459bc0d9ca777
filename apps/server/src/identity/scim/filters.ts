import { setImmediate } from 'node:timers/promises';
import { ApiError } from '@ecp/contract/declaring/errors';

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
type Comparison = (typeof comparisons)[number];
type Literal = string | number | boolean | null;

/** A test of the values of an attribute; `pr` asks whether there are any. */
type Condition = { operator: 'pr' } | { operator: Comparison; literal: Literal };

/**
 * A filter of RFC 7644, 3.4.2.2. Names of attributes are in lower case, without the URN of their
 * schema.
 */
export type Filter =
  | { kind: 'and' | 'or'; parts: Filter[] }
  | { kind: 'not'; part: Filter }
  | { kind: 'attribute'; path: string[]; condition: Condition }
  /**
   * A value path: one value of the attribute passes `part`, and its sub-attribute the condition, if
   * there is one.
   */
  | {
      kind: 'values';
      path: string[];
      part: Filter;
      sub: { path: string[]; condition: Condition } | null;
    };

const maxFilter = 1_000;

/** Reads a filter. Error: `invalid_request` with the reason in a sentence. */
export function readFilter(text: string): Filter {
  if (text.length > maxFilter) throw unreadable(`must not have more than ${maxFilter} characters`);
  const reader = new FilterReader(splitTokens(text));
  return reader.readWhole();
}

const unreadable = (message: string): ApiError =>
  new ApiError('invalid_request', {
    values: { scimType: 'invalidFilter' },
    details: [{ path: '', message }],
  });

interface Token {
  kind: 'word' | 'text' | 'number' | 'mark';
  text: string;
}

/**
 * A text in quotes, a number, a mark, or a word: the path of an attribute, an operator or a truth
 * value.
 */
const tokenPattern =
  /\s*(?:(?<text>"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|(?<mark>[()[\]])|(?<word>\.?[A-Za-z$][\w$:.-]*))/suy;

function splitTokens(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < end) {
    const from = tokenPattern.lastIndex;
    const groups = tokenPattern.exec(text)?.groups;
    if (!groups)
      throw unreadable(
        `The filter cannot be read from “${text.slice(from).trim().slice(0, 40)}” on`,
      );
    const [kind, found] = Object.entries(groups).find(([, value]) => value !== undefined) ?? [];
    tokens.push({ kind: kind as Token['kind'], text: found ?? '' });
  }
  return tokens;
}

/** Reads tokens by recursive descent: `or` binds weaker than `and`, `and` weaker than `not`. */
class FilterReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  readWhole(): Filter {
    const filter = this.#readOr();
    const rest = this.#tokens[this.#at];
    if (rest)
      throw unreadable(
        `The filter does not go on with “${rest.text}”: “and” or “or” is missing before it`,
      );
    return filter;
  }

  #readOr(): Filter {
    return this.#readList('or', () => this.#readList('and', () => this.#readUnary()));
  }

  #readList(kind: 'and' | 'or', readPart: () => Filter): Filter {
    const first = readPart();
    const parts = [first];
    while (this.#takeWord(kind)) parts.push(readPart());
    return parts.length === 1 ? first : { kind, parts };
  }

  #readUnary(): Filter {
    if (this.#takeWord('not')) return { kind: 'not', part: this.#readUnary() };
    if (!this.#takeMark('(')) return this.#readAttribute();
    const inner = this.#readOr();
    if (!this.#takeMark(')')) throw unreadable('A closing parenthesis is missing');
    return inner;
  }

  #readAttribute(): Filter {
    const path = splitPath(this.#readWord('the name of an attribute'));
    if (!this.#takeMark('['))
      return { kind: 'attribute', path, condition: this.#readCondition(path) };
    const part = this.#readOr();
    if (!this.#takeMark(']')) throw unreadable('A closing bracket is missing');
    const next = this.#tokens[this.#at];
    if (next?.kind !== 'word' || !next.text.startsWith('.'))
      return { kind: 'values', path, part, sub: null };
    this.#at += 1;
    const sub = splitPath(next.text.slice(1));
    return { kind: 'values', path, part, sub: { path: sub, condition: this.#readCondition(sub) } };
  }

  #readCondition(path: readonly string[]): Condition {
    const operator = this.#readWord(`an operator after ${path.join('.')}`).toLowerCase();
    if (operator === 'pr') return { operator };
    if (!isComparison(operator)) {
      throw unreadable(`“${operator}” is no operator: pr, ${comparisons.join(', ')} are`);
    }
    const literal = this.#readLiteral(operator);
    const isText = typeof literal === 'string';
    if (['co', 'sw', 'ew'].includes(operator) && !isText)
      throw unreadable(`${operator} needs a text in quotes`);
    if (['gt', 'ge', 'lt', 'le'].includes(operator) && !isText && typeof literal !== 'number') {
      throw unreadable(`${operator} needs a text, a time or a number`);
    }
    return { operator, literal };
  }

  #readLiteral(operator: string): Literal {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    const words: Record<string, Literal> = { true: true, false: false, null: null };
    const word = token?.kind === 'word' ? words[token.text.toLowerCase()] : undefined;
    if (word !== undefined) return word;
    if (token?.kind !== 'text' && token?.kind !== 'number') {
      throw unreadable(`A value is missing after ${operator}: a text stands in quotes`);
    }
    try {
      return JSON.parse(token.text) as Literal;
    } catch {
      throw unreadable(
        `${token.text.slice(0, 40)} is no value: quotes and backslashes in a text stand after a backslash`,
      );
    }
  }

  #readWord(what: string): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw unreadable(`The filter ends where ${what} should stand`);
    if (token.kind !== 'word' || token.text.startsWith('.')) {
      throw unreadable(`The filter has “${token.text.slice(0, 40)}” where ${what} should stand`);
    }
    this.#at += 1;
    return token.text;
  }

  #takeWord(word: string): boolean {
    const token = this.#tokens[this.#at];
    const isThere = token?.kind === 'word' && token.text.toLowerCase() === word;
    if (isThere) this.#at += 1;
    return isThere;
  }

  #takeMark(mark: string): boolean {
    const token = this.#tokens[this.#at];
    const isThere = token?.kind === 'mark' && token.text === mark;
    if (isThere) this.#at += 1;
    return isThere;
  }
}

const isComparison = (operator: string): operator is Comparison =>
  (comparisons as readonly string[]).includes(operator);

/**
 * Splits a path into names in lower case. The URN of a schema goes; one of an extension stays a
 * name that nobody has.
 */
function splitPath(path: string): string[] {
  const name = path
    .toLowerCase()
    .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, '');
  return name.startsWith('urn:') ? [name] : name.split('.');
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Attributes that are compared to the letter (RFC 7643, 4.1 and 7): ids and addresses of resources,
 * and times.
 */
const exactNames = new Set([
  'id',
  'externalid',
  'schemas',
  '$ref',
  'location',
  'created',
  'lastmodified',
]);
const timeNames = new Set(['created', 'lastmodified']);

/**
 * Tells whether a resource, or a value of a complex attribute, passes a filter. Error:
 * `invalid_request`.
 */
export function matches(filter: Filter, fields: unknown): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matches(part, fields));
    case 'or':
      return filter.parts.some((part) => matches(part, fields));
    case 'not':
      return !matches(filter.part, fields);
    case 'attribute':
      return meets(readValues(fields, filter.path), filter.path, filter.condition);
    case 'values': {
      const chosen = readValues(fields, filter.path).filter((value) => matches(filter.part, value));
      const { sub } = filter;
      if (sub === null) return chosen.length > 0;
      return chosen.some((value) => meets(readValues(value, sub.path), sub.path, sub.condition));
    }
  }
}

/**
 * Returns all values at a path, those of each value of a multi-valued attribute; none where an
 * attribute is missing.
 */
function readValues(fields: unknown, path: readonly string[]): unknown[] {
  let values: unknown[] = [fields];
  for (const name of path) {
    values = values.flatMap((value) => {
      if (!isFields(value)) return [];
      const key = Object.keys(value).find((one) => one.toLowerCase() === name);
      return key === undefined ? [] : [value[key]].flat();
    });
  }
  return values.filter((value) => value !== undefined && value !== null);
}

/**
 * An attribute that is missing meets nothing but a comparison with null, which asks whether it is.
 */
function meets(values: readonly unknown[], path: readonly string[], condition: Condition): boolean {
  const isPresent = values.some(
    (value) => value !== '' && !(isFields(value) && Object.keys(value).length === 0),
  );
  if (condition.operator === 'pr') return isPresent;
  const { operator, literal } = condition;
  if (literal === null) return operator === 'eq' ? !isPresent : operator === 'ne' && isPresent;
  const last = path.at(-1) ?? '';
  return values.some((value) => {
    // A complex attribute without a sub-attribute means its value.
    const isComplex = isFields(value);
    const single = isComplex ? value['value'] : value;
    return single !== undefined && compare(single, isComplex ? 'value' : last, operator, literal);
  });
}

function compare(
  value: unknown,
  name: string,
  operator: Comparison,
  literal: string | number | boolean,
): boolean {
  if (typeof value === 'boolean') return compareTruth(value, operator, literal);
  if (typeof value === 'number' && typeof literal === 'number')
    return decide(operator, value - literal);
  if (typeof value !== 'string' || typeof literal !== 'string') return operator === 'ne';
  const isOrder = !['co', 'sw', 'ew'].includes(operator);
  if (timeNames.has(name) && isOrder)
    return decide(operator, Date.parse(value) - readTime(literal));
  const isExact = exactNames.has(name);
  const [left, right] = isExact ? [value, literal] : [value.toLowerCase(), literal.toLowerCase()];
  if (operator === 'co') return left.includes(right);
  if (operator === 'sw') return left.startsWith(right);
  if (operator === 'ew') return left.endsWith(right);
  return decide(operator, left === right ? 0 : left < right ? -1 : 1);
}

/** Directories write truth values as texts too. They have no order. */
function compareTruth(
  value: boolean,
  operator: Comparison,
  literal: string | number | boolean,
): boolean {
  if (operator !== 'eq' && operator !== 'ne')
    throw unreadable(`${operator} cannot compare a truth value`);
  return (String(value) === String(literal).toLowerCase()) === (operator === 'eq');
}

function readTime(literal: string): number {
  const time = Date.parse(literal);
  if (Number.isNaN(time))
    throw unreadable(`“${literal.slice(0, 40)}” is no time, such as 2026-11-29T12:00:00Z`);
  return time;
}

function decide(operator: Comparison, difference: number): boolean {
  switch (operator) {
    case 'eq':
      return difference === 0;
    case 'ne':
      return difference !== 0;
    case 'gt':
      return difference > 0;
    case 'ge':
      return difference >= 0;
    case 'lt':
      return difference < 0;
    case 'le':
      return difference <= 0;
    default:
      return false;
  }
}

/** Tells whether a filter names an attribute of the resource. */
export function namesAttribute(filter: Filter, name: string): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts.some((part) => namesAttribute(part, name));
    case 'not':
      return namesAttribute(filter.part, name);
    default:
      return filter.path[0] === name;
  }
}

/**
 * Returns the text that a filter compares an attribute with by `eq`, if it does nothing else; else
 * null.
 */
function textOfEquality(filter: Filter, path: string): string | null {
  if (
    filter.kind !== 'attribute' ||
    filter.path.join('.') !== path ||
    filter.condition.operator !== 'eq'
  )
    return null;
  return typeof filter.condition.literal === 'string' ? filter.condition.literal : null;
}

/**
 * Returns the address that a filter asks for alone, as every synchronization does for each person;
 * else null.
 */
export const addressOfFilter = (filter: Filter): string | null =>
  textOfEquality(filter, 'username');

/**
 * Returns the id in a value path such as `[value eq "…"]`, or a comparison of members; null for any
 * other filter.
 */
export function idOfMemberFilter(filter: Filter): string | null {
  if (filter.kind === 'attribute')
    return textOfEquality(filter, 'members') ?? textOfEquality(filter, 'members.value');
  const isPlain =
    filter.kind === 'values' && filter.path.join('.') === 'members' && filter.sub === null;
  return isPlain ? textOfEquality(filter.part, 'value') : null;
}

/**
 * Takes the member from a filter of groups, such as `id eq "…" and members eq "…"`, by which Azure
 * asks whether somebody is in a group. `rest` is null if nothing is left.
 */
export function takeMemberFilter(filter: Filter): { memberId: string | null; rest: Filter | null } {
  const parts = filter.kind === 'and' ? filter.parts : [filter];
  const index = parts.findIndex((part) => idOfMemberFilter(part) !== null);
  const member = parts[index];
  if (member === undefined) return { memberId: null, rest: filter };
  const others = parts.filter((_part, at) => at !== index);
  return {
    memberId: idOfMemberFilter(member),
    rest: others.length === 0 ? null : { kind: 'and', parts: others },
  };
}

/**
 * Limits the values that are compared in one turn of the event loop: resources, members and groups.
 */
const valuesPerTurn = 500;

/** Returns the resources that a filter finds. */
export async function findByFilter<Resource extends object>(
  resources: readonly Resource[],
  filter: Filter,
): Promise<Resource[]> {
  const found: Resource[] = [];
  let compared = 0;
  for (const resource of resources) {
    if (compared > valuesPerTurn) {
      compared = 0;
      await setImmediate();
    }
    const { members = [], groups = [] } = resource as { members?: unknown[]; groups?: unknown[] };
    compared += 1 + members.length + groups.length;
    if (matches(filter, resource)) found.push(resource);
  }
  return found;
}
