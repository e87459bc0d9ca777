import { Printer } from 'lucide-react';
import { documentStatusOf, documentStatusTones } from '../../../domain/clients/document-status.ts';
import { portalTexts } from '../../../texts/en/portal.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Badge } from '../../../ui/states/badge.tsx';
import { DownloadMenu } from '../download-menu.tsx';
import type { SharedDocument } from '../portal-client.ts';
import { usePortal } from '../portal-context.ts';
import { documentFacts } from './document-facts.ts';

/** Shows the title of a shared document, how it stands with the client, and how to take it along. */
export function DocumentHead({ document }: { document: SharedDocument }) {
  const { engagement, permissions } = usePortal().view;
  const standing = documentStatusOf(document, permissions.includes('approve'));
  return (
    <header className="flex max-w-170 flex-col gap-3 border-b pb-6 print:max-w-none">
      <p className="wrap-anywhere hidden text-muted text-sm print:block">
        {portalTexts.printedHead(engagement.name, engagement.client)}
      </p>
      <h1 className="wrap-anywhere text-balance font-semibold text-3xl leading-tight tracking-tight">
        {document.title}
      </h1>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 text-muted text-sm">
        {standing !== 'shared' && (
          <span className="print:hidden">
            <Badge tone={documentStatusTones[standing]}>{portalTexts.standing[standing]}</Badge>
          </span>
        )}
        <span className="figures">{documentFacts(document).join(' · ')}</span>
        <span className="flex gap-2 print:hidden">
          <DownloadMenu filename={document.filename} />
          <Button kind="quiet" size="small" onClick={() => window.print()} className="max-sm:hidden">
            <Printer aria-hidden className="size-4" />
            {portalTexts.print}
          </Button>
        </span>
      </div>
    </header>
  );
}
