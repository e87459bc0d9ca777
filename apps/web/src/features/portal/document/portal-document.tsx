import { Link } from '@tanstack/react-router';
import { ArrowLeft, FileQuestion } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { portalTexts } from '../../../texts/en/portal.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { usePortal } from '../portal-context.ts';
import { SharedReading } from './shared-reading.tsx';

interface PortalDocumentProps {
  filename: string;
  /** Id of the comment to show. */
  comment: string | undefined;
}

/** Shows one document to read, decide about and comment on, or says that the link does not show it. */
export function PortalDocument({ filename, comment }: PortalDocumentProps) {
  const { token, view } = usePortal();
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus({ preventScroll: true }), []);
  const document = view.deliverables.find((one) => one.filename === filename);
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <Link
        to="/portal/$token"
        params={{ token }}
        search={{}}
        className="mb-5 inline-flex items-center gap-1.5 rounded text-muted hover:text-ink print:hidden"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {portalTexts.allDocuments}
      </Link>
      {document ? (
        <SharedReading document={document} comment={comment} />
      ) : (
        <EmptyState icon={FileQuestion} title={portalTexts.missingFile.title}>
          {portalTexts.missingFile.advice}
        </EmptyState>
      )}
    </div>
  );
}
