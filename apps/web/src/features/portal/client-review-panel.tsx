import { CircleCheck, CircleX } from 'lucide-react';
import { useId, useState } from 'react';
import { documentStatusOf } from '../../domain/clients/document-status.ts';
import { formatDay } from '../../format/format.ts';
import { portalTexts } from '../../texts/en/portal.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { ClientReviewDialog, type PortalAction } from './client-review-dialog.tsx';
import type { SharedDocument } from './portal-client.ts';

const { decision } = portalTexts;

/** Lets the client approve or reject a version, and shows the recorded review. */
export function ClientReviewPanel({ token, document }: { token: string; document: SharedDocument }) {
  const id = useId();
  const [asked, setAsked] = useState<PortalAction | null>(null);
  const standing = documentStatusOf(document, true);
  const given = standing === 'approved' || standing === 'rejected' ? standing : null;
  const [changing, setChanging] = useState(false);
  const close = () => {
    setAsked(null);
    setChanging(false);
  };
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 rounded-xl border bg-canvas p-4 print:hidden">
      <h2 id={id} className="font-semibold">
        {decision.title}
      </h2>
      {given && <GivenAnswer document={document} answer={given} />}
      {standing === 'revising' && <p className="text-muted">{decision.revising}</p>}
      {standing === 'waiting' && <p className="text-muted">{decision.ask(document.version)}</p>}
      {given && !changing ? (
        <button type="button" onClick={() => setChanging(true)} className={`${linkStyle} self-start text-sm`}>
          {decision.change}
        </button>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" onClick={() => setAsked('approve')} className="flex-1">
            {decision.approve}
          </Button>
          <Button onClick={() => setAsked('reject')} className="flex-1">
            {decision.reject}
          </Button>
        </div>
      )}
      {asked && <ClientReviewDialog token={token} document={document} action={asked} onClose={close} />}
    </section>
  );
}

function GivenAnswer({ document, answer }: { document: SharedDocument; answer: 'approved' | 'rejected' }) {
  const { clientDecision } = document;
  const Icon = answer === 'approved' ? CircleCheck : CircleX;
  return (
    <p className="flex items-start gap-2">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${answer === 'approved' ? 'text-good' : 'text-danger'}`} />
      <span className="min-w-0">
        {decision.given[answer](clientDecision?.author.name ?? '', clientDecision ? formatDay(clientDecision.at) : '')}
      </span>
    </p>
  );
}
