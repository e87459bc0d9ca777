import { Link } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { portalTexts } from '../../../texts/en/portal.ts';
import { usePortal } from '../portal-context.ts';

const cardStyle =
  'flex min-w-0 flex-1 basis-64 flex-col gap-0.5 rounded-xl border px-4 py-3 transition-colors hover:bg-hover';

/** Links to the documents before and after one, at the end of its text. */
export function NeighbourDocuments({ filename }: { filename: string }) {
  const { token, view } = usePortal();
  const at = view.deliverables.findIndex((one) => one.filename === filename);
  const previous = view.deliverables[at - 1];
  const next = view.deliverables[at + 1];
  if (!previous && !next) return null;
  const { neighbours: texts } = portalTexts;
  return (
    <nav aria-label={texts.label} className="mt-6 flex max-w-170 flex-wrap gap-3 print:hidden">
      {previous && (
        <Link to="/portal/$token" params={{ token }} search={{ file: previous.filename }} className={cardStyle}>
          <span className="flex items-center gap-1.5 text-muted text-sm">
            <ArrowLeft aria-hidden className="size-3.5" />
            {texts.previous}
          </span>
          <span className="wrap-anywhere font-medium">{previous.title}</span>
        </Link>
      )}
      {next && (
        <Link
          to="/portal/$token"
          params={{ token }}
          search={{ file: next.filename }}
          className={`${cardStyle} items-end text-right`}
        >
          <span className="flex items-center gap-1.5 text-muted text-sm">
            {texts.next}
            <ArrowRight aria-hidden className="size-3.5" />
          </span>
          <span className="wrap-anywhere font-medium">{next.title}</span>
        </Link>
      )}
    </nav>
  );
}
