import type { PortalView } from '@ecp/contract/reach/portal';
import { Hourglass } from 'lucide-react';
import { documentStatusOf } from '../../domain/clients/document-status.ts';
import { portalTexts } from '../../texts/en/portal.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { DocumentRow } from './document-row.tsx';
import { PortalComments } from './portal-comments.tsx';
import { PortalQuestions } from './questions/portal-questions.tsx';

/** Shows the questions to the client, the shared documents, and comments on the whole engagement. */
export function PortalOverview({ token, view }: { token: string; view: PortalView }) {
  const { engagement, deliverables, branding } = view;
  const company = branding.companyName ?? '';
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-8">
      <header className="flex flex-col gap-1">
        <h1 className="font-semibold text-2xl tracking-tight">{engagement.name}</h1>
        <p className="text-muted">{portalTexts.preparedFor(engagement.client, company)}</p>
        <Answered view={view} />
      </header>
      <PortalQuestions token={token} view={view} />
      {deliverables.length === 0 ? (
        <EmptyState icon={Hourglass} title={portalTexts.nothingYet.title}>
          {portalTexts.nothingYet.advice(company)}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-3">
          {view.questions.length > 0 && <h2 className="font-semibold text-lg">{portalTexts.documents}</h2>}
          <ul aria-label={portalTexts.documents} className="overflow-hidden rounded-xl border">
            {deliverables.map((document) => (
              <li key={document.id} className="border-b last:border-0">
                <DocumentRow token={token} document={document} view={view} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <PortalComments token={token} view={view} filename={null} />
    </div>
  );
}

function Answered({ view: { deliverables, permissions } }: { view: PortalView }) {
  if (deliverables.length === 0 || !permissions.includes('approve')) return null;
  const answered = deliverables.filter((one) => ['approved', 'rejected'].includes(documentStatusOf(one, true))).length;
  const text = portalTexts.signedOff(answered, deliverables.length);
  return (
    <div className="mt-3 flex max-w-sm flex-col gap-1.5">
      <p className="figures text-muted text-sm">{text}</p>
      <ProgressBar label={text} value={answered / deliverables.length} />
    </div>
  );
}
