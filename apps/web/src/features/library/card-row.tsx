import type { LibraryCard } from '@ecp/contract/work/cards';
import { Link } from '@tanstack/react-router';
import { libraryTexts } from '../../texts/en/library.ts';
import { classNames } from '../../ui/class-names.ts';
import { StatusOfCard } from './status-of-card.tsx';

/** One card in the list. The whole row is a link. */
export function CardRow({ card, isOpen }: { card: LibraryCard; isOpen: boolean }) {
  const { id, kind, title, status, useCount } = card;
  const uses = useCount > 0 ? ` · ${libraryTexts.usedIn(useCount)}` : '';
  return (
    <Link
      from="/library"
      to="/library"
      search={(search) => ({ ...search, card: id })}
      aria-current={isOpen || undefined}
      className={classNames(
        'flex h-full flex-col justify-center border-b px-4 focus-visible:-outline-offset-2',
        isOpen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span className="truncate font-medium">{title}</span>
      <span
        className={classNames('flex items-center justify-between gap-3 text-sm', isOpen ? 'text-ink' : 'text-muted')}
      >
        <span className="truncate">
          {libraryTexts.kinds[kind]}
          {uses}
        </span>
        <StatusOfCard status={status} />
      </span>
    </Link>
  );
}
