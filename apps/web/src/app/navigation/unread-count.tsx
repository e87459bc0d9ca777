import { useQuery } from '@tanstack/react-query';
import { countedAtMost, unreadNoticesQuery } from '../../domain/notices/queries.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { CountBadge } from '../../ui/states/count-badge.tsx';

/** The number of unread notices, in the navigation. Renders nothing without one. */
export function UnreadCount() {
  const { data = 0 } = useQuery(unreadNoticesQuery);
  return <CountBadge count={data} below={countedAtMost} describe={shellTexts.unread} />;
}
