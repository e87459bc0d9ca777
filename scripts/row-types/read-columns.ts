import {
  type Checker,
  type Type,
  TypeFlags,
  type Symbol as TypeScriptSymbol,
} from './typescript.ts';

/**
 * The kind of a value at run time; `any` without a declared type, `object` for values that only
 * JSON can represent.
 */
export type ValueKind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'date'
  | 'bytes'
  | 'object'
  | 'any'
  | `${string}[]`;

/** A property of a row type. */
export interface DeclaredColumn {
  name: string;
  kinds: ValueKind[];
  mayBeNull: boolean;
}

/** Reads the columns that a row type declares. */
export function readColumns(checker: Checker, row: Type): DeclaredColumn[] {
  return checker.getPropertiesOfType(row).map((property) => readColumn(checker, property));
}

function readColumn(checker: Checker, property: TypeScriptSymbol): DeclaredColumn {
  const type = checker.getTypeOfSymbol(property);
  const parts = type ? partsOf(type) : [];
  const isNull = ({ flags }: Type) => (flags & TypeFlags.Nullable) !== 0;
  const kinds = new Set(parts.filter((part) => !isNull(part)).map((part) => kindOf(checker, part)));
  return {
    name: property.name,
    kinds: [...kinds],
    mayBeNull: parts.some(isNull) || kinds.has('any'),
  };
}

const partsOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type]);

function kindOf(checker: Checker, type: Type): ValueKind {
  const { flags } = type;
  if (flags & TypeFlags.AnyOrUnknown) return 'any';
  if (flags & TypeFlags.StringLike) return 'string';
  if (flags & TypeFlags.NumberLike) return 'number';
  if (flags & TypeFlags.BooleanLike) return 'boolean';
  const name = type.getSymbol()?.name;
  if (name === 'Date') return 'date';
  if (name === 'Buffer' || name === 'Uint8Array') return 'bytes';
  if (checker.isArrayType(type) && type.isTypeReference()) {
    const [element] = checker.getTypeArguments(type);
    const kinds = new Set((element ? partsOf(element) : []).map((part) => kindOf(checker, part)));
    return `${[...kinds].join(' | ')}[]`;
  }
  return 'object';
}
