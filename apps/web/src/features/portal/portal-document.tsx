import type { PortalView } from '@ecp/contract/reach/portal';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, FileQuestion } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ContentsBar } from '../../domain/outline/contents-bar.tsx';
import { Outline } from '../../domain/outline/outline.tsx';
import { useHeadings } from '../../domain/outline/use-headings.ts';
import { portalTexts } from '../../texts/en/portal.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { stickToTop } from '../../ui/layout/sticky-bar.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ClientReviewPanel } from './client-review-panel.tsx';
import { DocumentHead } from './document-head.tsx';
import { DocumentText } from './document-text.tsx';
import { JumpBar } from './jump-bar.tsx';
import type { SharedDocument } from './portal-client.ts';
import { PortalComments } from './portal-comments.tsx';

interface PortalDocumentProps {
  token: string;
  view: PortalView;
  filename: string;
}

const answerId = 'answer';

/** Shows one document to read, review and comment on. */
export function PortalDocument({ token, view, filename }: PortalDocumentProps) {
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
        <SharedReading token={token} view={view} document={document} />
      ) : (
        <EmptyState icon={FileQuestion} title={portalTexts.missingFile.title}>
          {portalTexts.missingFile.advice}
        </EmptyState>
      )}
    </div>
  );
}

interface SharedReadingProps {
  token: string;
  view: PortalView;
  document: SharedDocument;
}

/** Shows outline, text and reviews side by side. On narrow screens they are stacked and a bar opens the outline. */
function SharedReading({ token, view, document }: SharedReadingProps) {
  const article = useRef<HTMLElement>(null);
  const { content, filename } = document;
  const headings = useHeadings(article, content);
  const mayAnswer = view.permissions.includes('approve');
  const filenames = view.deliverables.map((one) => one.filename).join('\n');
  return (
    <>
      {headings.length > 1 && (
        <div ref={stickToTop} className="sticky top-0 z-10 -mx-4 mb-6 border-t md:-mx-8 xl:hidden print:hidden">
          <ContentsBar headings={headings} />
        </div>
      )}
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[13rem_minmax(0,1fr)_20rem] print:block">
        <nav aria-label={readingTexts.outline.title} className={`${stickyColumn} hidden xl:block print:hidden`}>
          <Outline headings={headings} />
        </nav>
        <div className="flex min-w-0 flex-col gap-8">
          <DocumentHead document={document} mayAnswer={mayAnswer} />
          <DocumentText
            token={token}
            filename={document.filename}
            version={document.version}
            content={content}
            filenames={filenames}
            article={article}
          />
          <JumpBar href={`#${answerId}`} document={document} mayAnswer={mayAnswer} />
        </div>
        <aside id={answerId} className={`${stickyColumn} flex scroll-mt-14 flex-col gap-8`}>
          {mayAnswer && <ClientReviewPanel token={token} document={document} />}
          <PortalComments token={token} view={view} filename={filename} />
        </aside>
      </div>
    </>
  );
}

/** Leaves room for the focus ring, which the scroll container would clip. */
const stickyColumn = 'lg:-m-1 lg:sticky lg:top-14 lg:max-h-[calc(100dvh-4rem)] lg:self-start lg:overflow-y-auto lg:p-1';
