import type { Template } from '@ecp/contract/work/templates';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { nextCursor } from '../../api/next-cursor.ts';
import { hasEveryWord } from '../../forms/has-every-word.ts';

const pageSize = 200;

/**
 * System templates on the first page, then own templates, newest first. All query keys of templates begin with
 * `templates`.
 */
export const templateListQuery = infiniteQueryOptions({
  queryKey: ['templates', 'list'],
  initialPageParam: undefined as string | undefined,
  async queryFn({ pageParam, signal }) {
    const { data, headers } = await api.request('listTemplates', { limit: pageSize, cursor: pageParam }, { signal });
    return { templates: data.templates, next: nextCursor(headers) };
  },
  getNextPageParam: ({ next }) => next,
});

/** All templates to start from: the system's, and up to 200 of the tenant's own. */
export const templateChoiceQuery = queryOptions({
  queryKey: ['templates', 'choice'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await api.listTemplates({ limit: pageSize }, { signal })).templates,
});

/** One template, of the system or of the tenant. */
export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', 'detail', id],
    queryFn: async ({ signal }) => (await api.getTemplate({ id }, { signal })).template,
  });

/** Whether a template contains all words of the search. */
export const matchesTemplate = ({ name, description }: Pick<Template, 'name' | 'description'>, q: string): boolean =>
  hasEveryWord(`${name} ${description}`, q);
