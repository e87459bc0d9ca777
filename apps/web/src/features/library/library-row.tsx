import type { LibraryEntry } from '@ecp/contract/reach/library';
import { Link } from '@tanstack/react-router';
import { formatDay, formatMoment, formatScore } from '../../format/format.ts';
import { libraryTexts } from '../../texts/en/library.ts';
import { classNames } from '../../ui/class-names.ts';

/** One entry in the list. The whole row is a link. */
export function LibraryRow({ entry, isOpen }: { entry: LibraryEntry; isOpen: boolean }) {
  const { id, engagementName, createdAt } = entry;
  return (
    <Link
      to="/library"
      search={(search) => ({ ...search, entry: id })}
      aria-current={isOpen || undefined}
      className={classNames(
        'flex h-full flex-col justify-center border-b px-4 focus-visible:-outline-offset-2',
        isOpen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span className="truncate font-medium">{engagementName}</span>
      <span className={classNames('figures flex justify-between gap-3 text-sm', isOpen ? 'text-ink' : 'text-muted')}>
        <span className="truncate">{describeEntry(entry)}</span>
        <time dateTime={createdAt} title={formatMoment(createdAt)} className="shrink-0">
          {formatDay(createdAt)}
        </time>
      </span>
    </Link>
  );
}

function describeEntry({ jsonData }: LibraryEntry): string {
  const { averageScore, tasks, completed } = jsonData.totals;
  const score = averageScore === null ? libraryTexts.unscored : libraryTexts.score(formatScore(averageScore));
  return `${libraryTexts.tasks(completed, tasks)} · ${score}`;
}
