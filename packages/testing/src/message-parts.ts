import { IntlMessageFormat } from 'intl-messageformat';

type Part = ReturnType<IntlMessageFormat['getAst']>[number];

/** The types of parts in an ICU message (`TYPE` of its parser, which is a const enum). */
const types = { literal: 0, plural: 6, pound: 7 };

function partsOf(parts: readonly Part[]): Part[] {
  return parts.flatMap((part) => {
    const inner =
      'options' in part ? Object.values(part.options).flatMap(({ value }) => value) : [];
    return [part, ...partsOf('children' in part ? part.children : inner)];
  });
}

const allParts = (text: string): Part[] => partsOf(new IntlMessageFormat(text, 'en').getAst());

/** Returns the names of the values that a message needs, in alphabetical order. */
export function placeholdersOf(text: string): string[] {
  const named = allParts(text).filter(({ type }) => type !== types.literal && type !== types.pound);
  return [...new Set(named.map((part) => ('value' in part ? String(part.value) : '')))].sort();
}

/** Returns the plural categories that each plural of a message lists. */
export const pluralsOf = (text: string): string[][] =>
  allParts(text).flatMap((part) =>
    part.type === types.plural && 'options' in part ? [Object.keys(part.options)] : [],
  );
