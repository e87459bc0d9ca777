import { ChevronLeft, ChevronRight, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react';
import { sourceTexts } from '../../texts/en/documents/source.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';

const texts = sourceTexts.pdf;
/** 1 is the width of the viewer. */
const zooms = [1, 1.5, 2, 3] as const;

interface PdfBarProps {
  page: number;
  pages: number;
  /** The page that is cited. */
  cited: number;
  onPage: (page: number) => void;
  zoom: number;
  onZoom: (zoom: number) => void;
}

/** Leads through the pages of a PDF, and enlarges the one that is shown. */
export function PdfBar({ page, pages, cited, onPage, zoom, onZoom }: PdfBarProps) {
  const larger = zooms.find((step) => step > zoom);
  const smaller = zooms.findLast((step) => step < zoom);
  return (
    <div className="sticky -top-3 z-10 -mx-4 flex items-center gap-1 border-b bg-surface px-3 py-1">
      <IconButton label={texts.previous} disabled={page === 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <span aria-live="polite" className="figures whitespace-nowrap text-sm">
        {texts.page(page, pages)}
      </span>
      <IconButton label={texts.next} disabled={page === pages} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden />
      </IconButton>
      {page !== cited && (
        <Button kind="quiet" size="small" onClick={() => onPage(cited)}>
          {texts.toCited(cited)}
        </Button>
      )}
      <div className="ms-auto flex gap-1">
        {zoom !== 1 && (
          <IconButton label={texts.width} onClick={() => onZoom(1)}>
            <MoveHorizontal aria-hidden />
          </IconButton>
        )}
        <IconButton label={texts.smaller} disabled={!smaller} onClick={() => smaller && onZoom(smaller)}>
          <ZoomOut aria-hidden />
        </IconButton>
        <IconButton label={texts.larger} disabled={!larger} onClick={() => larger && onZoom(larger)}>
          <ZoomIn aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}
