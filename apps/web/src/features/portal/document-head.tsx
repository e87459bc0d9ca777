import { countAll, countOpen } from '@ecp/contract/values/count-citations';
import { Printer, ShieldCheck } from 'lucide-react';
import { documentStatusOf, documentStatusTones } from '../../domain/clients/document-status.ts';
import { portalTexts } from '../../texts/en/portal.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/states/badge.tsx';
import { documentFacts } from './document-row.tsx';
import type { SharedDocument } from './portal-client.ts';

/** Shows the title of a shared document, its approval status and its verified citations. */
export function DocumentHead({ document, mayAnswer }: { document: SharedDocument; mayAnswer: boolean }) {
  const standing = documentStatusOf(document, mayAnswer);
  return (
    <header className="flex flex-col gap-3 border-b pb-6">
      <h1 className="text-balance font-semibold text-2xl leading-tight tracking-tight">{document.title}</h1>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted text-sm">
        <Badge tone={documentStatusTones[standing]}>{portalTexts.standing[standing]}</Badge>
        <span className="figures">{documentFacts(document).join(' · ')}</span>
        <Evidence document={document} />
        <Button kind="quiet" size="small" onClick={() => window.print()} className="-ml-2 print:hidden">
          <Printer aria-hidden className="size-4" />
          {portalTexts.print}
        </Button>
      </div>
    </header>
  );
}

/** Shows how many citations were verified. Renders nothing without citations. */
function Evidence({ document: { citations } }: { document: SharedDocument }) {
  if (!citations) return null;
  const all = countAll(citations);
  const held = all - countOpen(citations);
  if (all === 0) return null;
  const { allVerified, some } = portalTexts.evidence;
  return (
    <span className="inline-flex items-center gap-1.5">
      <ShieldCheck aria-hidden className="size-4 shrink-0 text-good" />
      {held === all ? allVerified(all) : some(held, all)}
    </span>
  );
}
