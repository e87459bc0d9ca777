import { useQuery } from '@tanstack/react-query';
import { wallsQuery } from '../base/api/wall-queries.ts';
import { joinWords } from '../base/format/words.ts';
import { t, translated } from '../base/language/translate.ts';
import { Badge } from '../base/ui/badges.tsx';

const texts = translated({
  behind: (names: string, count: number) =>
    t('{count, plural, one {Behind the wall {names}} other {Behind the walls {names}}}', {
      names,
      count,
    }),
});

/**
 * Says to admins inside that an engagement is behind walls, and behind which. Only they can read
 * the list of walls.
 */
export function WallBadge({ engagementId }: { engagementId: string }) {
  const { data: walls = [] } = useQuery({ ...wallsQuery, staleTime: 60_000 });
  const names = walls
    .filter(({ engagementIds }) => engagementIds.includes(engagementId))
    .map(({ name }) => name);
  if (names.length === 0) return null;
  const said = texts.behind(joinWords(names), names.length);
  return (
    <Badge>
      <span title={said} className="max-w-64 truncate">
        {said}
      </span>
    </Badge>
  );
}
