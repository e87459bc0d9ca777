import {
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  type LucideIcon,
} from 'lucide-react';
import { IconButton } from '../../base/ui/buttons.tsx';
import { rowsPerPage } from '../../shared/data/data-queries.ts';
import { dataTexts } from '../../shared/data/texts.ts';

const texts = dataTexts.preview;

interface RowPagesProps {
  rowCount: number;
  /** From 0. */
  page: number;
  onPage: (page: number) => void;
}

/** Says which rows are shown, and leads to the others. */
export function RowPages({ rowCount, page, onPage }: RowPagesProps) {
  if (rowCount === 0) return <p className="text-muted text-sm">{texts.none}</p>;
  const lastPage = Math.max(0, Math.ceil(rowCount / rowsPerPage) - 1);
  const first = page * rowsPerPage + 1;
  const step = (label: string, target: number, icon: LucideIcon) => (
    <IconButton
      icon={icon}
      label={label}
      disabled={target < 0 || target > lastPage || target === page}
      onClick={() => onPage(target)}
    />
  );
  return (
    <div className="flex items-center gap-1">
      <p aria-live="polite" className="figures mr-1 text-muted text-sm">
        {texts.range(first, Math.min(rowCount, first + rowsPerPage - 1), rowCount)}
      </p>
      {lastPage > 0 && (
        <>
          {step(texts.first, 0, ChevronFirst)}
          {step(texts.previous, page - 1, ChevronLeft)}
          {step(texts.next, page + 1, ChevronRight)}
          {step(texts.last, lastPage, ChevronLast)}
        </>
      )}
    </div>
  );
}
