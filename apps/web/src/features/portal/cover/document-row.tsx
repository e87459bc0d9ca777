import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { documentStatusOf, documentStatusTones } from '../../../domain/clients/document-status.ts';
import { portalTexts } from '../../../texts/en/portal.ts';
import { Badge } from '../../../ui/states/badge.tsx';
import { documentFacts } from '../document/document-facts.ts';
import type { SharedDocument } from '../portal-client.ts';
import { usePortal } from '../portal-context.ts';

/** One document in the list. The whole row is a link. */
export function DocumentRow({ document }: { document: SharedDocument }) {
  const { token, view } = usePortal();
  const { filename, title } = document;
  const standing = documentStatusOf(document, view.permissions.includes('approve'));
  const comments = view.comments.filter((comment) => comment.filename === filename).length;
  const facts = [...documentFacts(document), ...(comments > 0 ? [portalTexts.commentCount(comments)] : [])];
  return (
    <Link
      to="/portal/$token"
      params={{ token }}
      search={{ file: filename }}
      className="-mx-3 flex items-center gap-4 rounded-lg px-3 py-3.5 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-x-4 gap-y-1 sm:flex-row sm:items-center">
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-medium text-lg leading-snug">{title}</p>
          <p className="figures mt-0.5 text-muted text-sm">{facts.join(' · ')}</p>
        </div>
        {standing !== 'shared' && (
          <div>
            <Badge tone={documentStatusTones[standing]}>{portalTexts.standing[standing]}</Badge>
          </div>
        )}
      </div>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </Link>
  );
}
