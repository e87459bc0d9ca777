import { findJsonProblem } from '../../kernel/json-bounds.ts';

/** The parts of a JSON schema that say of which kind a value is. */
interface DeclaredKind {
  type?: string | readonly string[];
  properties?: Record<string, DeclaredKind>;
  required?: readonly string[];
  items?: DeclaredKind;
  anyOf?: readonly DeclaredKind[];
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text that holds JSON in a text is unpacked so often at most. */
const maxWraps = 3;

/**
 * Returns the list or object that a text is as JSON, also where a client has written it twice; else
 * the value itself.
 */
export function readJsonText(value: unknown): unknown {
  let read = value;
  for (let wraps = 0; wraps < maxWraps && typeof read === 'string'; wraps += 1) {
    const text = read.trim();
    if (!/^[[{"n]/.test(text) || findJsonProblem(text) !== undefined) return value;
    try {
      read = JSON.parse(text);
    } catch {
      // No JSON: it is a text like any other.
      return value;
    }
  }
  return typeof read === 'object' ? read : value;
}

/**
 * Returns a value as a schema declares it: a text that is JSON of the declared list, object, number
 * or truth value is read, and null counts as left out, at any depth. What fits no declaration stays
 * as it was sent, for the validator.
 */
export function readAsDeclared(schema: DeclaredKind, sent: unknown): unknown {
  const kind = kindOf(schema);
  switch (kind.type) {
    case 'array': {
      const list = readJsonText(sent);
      const { items = {} } = kind;
      if (Array.isArray(list)) return list.map((item) => readAsDeclared(items, item));
      // One text stands for a list of one.
      return typeof sent === 'string' && items.type === 'string' ? [sent] : sent;
    }
    case 'object': {
      const fields = readJsonText(sent);
      return isFields(fields) ? readFields(kind, fields) : sent;
    }
    case 'number':
    case 'integer':
      return readScalar(sent, 'number');
    case 'boolean':
      return readScalar(sent, 'boolean');
    case 'string':
      return typeof sent === 'number' || typeof sent === 'boolean' ? String(sent) : sent;
    default:
      return sent;
  }
}

function readFields({ properties = {} }: DeclaredKind, fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
      if (value === null) return [];
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [[name, schema === undefined ? value : readAsDeclared(schema, value)]];
    }),
  );
}

/** Returns the only alternative besides null, of which optional fields often have one. */
function kindOf(schema: DeclaredKind): DeclaredKind {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const [only] = others;
  return only !== undefined && others.length === 1 ? only : schema;
}

function readScalar(sent: unknown, type: 'number' | 'boolean'): unknown {
  if (typeof sent !== 'string') return sent;
  const text = sent.trim().toLowerCase();
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : sent);
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(text) ? Number(text) : sent;
}
