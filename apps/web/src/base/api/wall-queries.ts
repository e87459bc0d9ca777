import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/**
 * The walls of the workspace, oldest first, for admins and the owner (docs/requirements/walls.md).
 */
export const wallsQuery = queryOptions({
  queryKey: ['walls'],
  queryFn: async ({ signal }) => (await api.listWalls({}, { signal })).walls,
});
