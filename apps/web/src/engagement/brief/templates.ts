import type { Template } from '@ecp/contract/work/templates';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, nextCursor } from '../../base/api/client.ts';
import { hasEveryWord } from '../../base/format/words.ts';

const pageSize = 200;

/**
 * System templates first, then own ones, newest first. All query keys of templates begin with
 * `templates`.
 */
export const templateListQuery = infiniteQueryOptions({
  queryKey: ['templates', 'list'],
  initialPageParam: undefined as string | undefined,
  async queryFn({ pageParam, signal }) {
    const { data, headers } = await api.request(
      'listTemplates',
      { limit: pageSize, cursor: pageParam },
      { signal },
    );
    return { templates: data.templates, next: nextCursor(headers) };
  },
  getNextPageParam: ({ next }) => next,
});

/** All templates to start from: the system's, and up to 200 of the tenant's own. */
export const templateChoiceQuery = queryOptions({
  queryKey: ['templates', 'choice'],
  staleTime: 60_000,
  queryFn: async ({ signal }) =>
    (await api.listTemplates({ limit: pageSize }, { signal })).templates,
});

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', 'detail', id],
    queryFn: async ({ signal }) => (await api.getTemplate({ id }, { signal })).template,
  });

export const matchesTemplate = (
  { name, description }: Pick<Template, 'name' | 'description'>,
  q: string,
): boolean => hasEveryWord(`${name} ${description}`, q);

/**
 * A part of a brief to be filled in, such as `[Target market]`. All places with the same words are
 * one blank.
 */
export interface Blank {
  /** The words in the brackets, by which values are given. */
  words: string;
  /** The words without the mark of an optional blank. */
  label: string;
  isOptional: boolean;
}

/** Links, their definitions and checkboxes are no blanks. */
const blankPattern = /\[(?!\s*\]|[xX]\]|\d+\]:)([^[\]\n]+)\](?![([]|: *(?:https?:|[</#]))/g;
const optionalMark = /(?<=\S)\s+\(optional\)$/;
/** Stands in the brief for an optional blank that was left empty. */
const notStated = 'not stated';

/** Lists the blanks of a brief, each once, in the order of the text. */
export function findBlanks(brief: string): Blank[] {
  const all = new Set(Array.from(brief.matchAll(blankPattern), ([, words = '']) => words));
  return [...all].map((words) => {
    const isOptional = optionalMark.test(words);
    return { words, label: words.replace(optionalMark, ''), isOptional };
  });
}

export const countNeededBlanks = (brief: string): number =>
  findBlanks(brief).filter(({ isOptional }) => !isOptional).length;

/**
 * Fills the blanks of a brief at all their places. A blank without a value stays; bars in a value
 * are escaped in a table.
 */
export function fillBlanks(brief: string, values: Readonly<Record<string, string>>): string {
  const fillLine = (line: string) =>
    line.replace(blankPattern, (place, words: string) => {
      const value = Object.hasOwn(values, words)
        ? (values[words]?.trim().replace(/\s+/g, ' ') ?? '')
        : '';
      if (value === '') return place;
      return /^\s*\|/.test(line) ? value.replaceAll('|', '\\|') : value;
    });
  return brief.split('\n').map(fillLine).join('\n');
}

/** Replaces each optional blank that is left in a brief by the words “not stated”. */
export function settleOptional(brief: string): string {
  const optional = findBlanks(brief).filter(({ isOptional }) => isOptional);
  return fillBlanks(brief, Object.fromEntries(optional.map(({ words }) => [words, notStated])));
}
