import type { PortalView } from '@ecp/contract/portal';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, FileQuestion, Printer, ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { portalTexts } from '../../texts/en/portal.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AnswerPanel } from './answer-panel.tsx';
import { documentFacts } from './document-row.tsx';
import { DocumentText } from './document-text.tsx';
import type { SharedDocument } from './portal-client.ts';
import { PortalComments } from './portal-comments.tsx';
import { standingOf, standingTones } from './standing.ts';

const answerId = 'answer';

interface PortalDocumentProps {
  token: string;
  view: PortalView;
  filename: string;
}

/** One document to read, answer and comment on. */
export function PortalDocument({ token, view, filename }: PortalDocumentProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus({ preventScroll: true }), []);
  const document = view.deliverables.find((one) => one.filename === filename);
  const mayAnswer = view.permissions.includes('approve');
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
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem] print:block">
          <article className="flex min-w-0 flex-col gap-8">
            <DocumentHead document={document} mayAnswer={mayAnswer} />
            <DocumentText document={document} />
            <JumpBar mayAnswer={mayAnswer} document={document} />
          </article>
          <aside
            id={answerId}
            className="flex scroll-mt-6 flex-col gap-8 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto"
          >
            {mayAnswer && <AnswerPanel token={token} document={document} />}
            <PortalComments token={token} view={view} filename={filename} />
          </aside>
        </div>
      ) : (
        <EmptyState icon={FileQuestion} title={portalTexts.missingFile.title}>
          {portalTexts.missingFile.advice}
        </EmptyState>
      )}
    </div>
  );
}

/** On narrow screens, where the answer stands below a long text: a way to it, in view while the text is. */
function JumpBar({ mayAnswer, document }: { mayAnswer: boolean; document: SharedDocument }) {
  const asks = standingOf(document, mayAnswer) === 'waiting';
  return (
    <div className="sticky bottom-0 -mx-4 border-t bg-surface p-3 md:-mx-8 lg:hidden print:hidden">
      <a href={`#${answerId}`} className={buttonStyle(asks ? 'primary' : 'secondary', 'medium', 'w-full')}>
        {asks ? portalTexts.toAnswer : portalTexts.toComments}
      </a>
    </div>
  );
}

function DocumentHead({ document, mayAnswer }: { document: SharedDocument; mayAnswer: boolean }) {
  const standing = standingOf(document, mayAnswer);
  return (
    <header className="flex flex-col gap-3 border-b pb-6">
      <h1 className="text-balance break-words font-semibold text-2xl leading-tight tracking-tight">{document.title}</h1>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted text-sm">
        <Badge tone={standingTones[standing]}>{portalTexts.standing[standing]}</Badge>
        <span className="figures">{documentFacts(document).join(' · ')}</span>
        <Evidence document={document} />
        <Button kind="quiet" size="small" onClick={() => window.print()} className="ml-auto print:hidden">
          <Printer aria-hidden className="size-4" />
          {portalTexts.print}
        </Button>
      </div>
    </header>
  );
}

/** How many citations the check found to be true to their sources; nothing where there are none. */
function Evidence({ document: { citations } }: { document: SharedDocument }) {
  if (!citations) return null;
  const all = citations.verified + citations.altered + citations.missingSource;
  if (all === 0) return null;
  const { allVerified, some } = portalTexts.evidence;
  return (
    <span className="inline-flex items-center gap-1.5">
      <ShieldCheck aria-hidden className="size-4 text-good" />
      {citations.verified === all ? allVerified(all) : some(citations.verified, all)}
    </span>
  );
}
