import type { Template } from '@ecp/contract/work/templates';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { nextCursor } from '../../api/next-cursor.ts';
import { hasEveryWord } from '../../forms/has-every-word.ts';

const pageSize = 200;

/** The system's templates with the first page, then own ones, newest first. All keys of templates begin with `templates`. */
export const templateListQuery = infiniteQueryOptions({
  queryKey: ['templates', 'list'],
  initialPageParam: undefined as string | undefined,
  async queryFn({ pageParam, signal }) {
    const { data, headers } = await api.request('listTemplates', { limit: pageSize, cursor: pageParam }, { signal });
    return { templates: data.templates, next: nextCursor(headers) };
  },
  getNextPageParam: ({ next }) => next,
});

/** Every template that one may begin with: the system's, and up to 200 of the tenant's own. */
export const templateChoiceQuery = queryOptions({
  queryKey: ['templates', 'choice'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await api.listTemplates({ limit: pageSize }, { signal })).templates,
});

/** One template, the system's or an own one. */
export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', 'detail', id],
    queryFn: async ({ signal }) => (await api.getTemplate({ id }, { signal })).template,
  });

/** Whether a template has all the words that are looked for. */
export const matchesTemplate = ({ name, description }: Pick<Template, 'name' | 'description'>, q: string): boolean =>
  hasEveryWord(`${name} ${description}`, q);
