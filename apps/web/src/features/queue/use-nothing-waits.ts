import { useQuery } from '@tanstack/react-query';
import { queueCountQuery, sumOf } from '../../domain/queue/queries.ts';

/** Returns whether nothing waits for anybody; false while that is unknown. */
export function useNothingWaits(): boolean {
  const { data: mine } = useQuery(queueCountQuery());
  const isMineEmpty = mine !== undefined && sumOf(mine) === 0;
  const { data: all } = useQuery({ ...queueCountQuery('all'), enabled: isMineEmpty });
  return isMineEmpty && all !== undefined && sumOf(all) === 0;
}
