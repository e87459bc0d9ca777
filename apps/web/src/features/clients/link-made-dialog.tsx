import type { IssuedPortalToken } from '@ecp/contract/reach/portal';
import { ExternalLink } from 'lucide-react';
import { clientsTexts } from '../../texts/en/clients.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { ShownOnce } from '../../ui/dialogs/shown-once.tsx';
import { ShownOnceDialog } from '../../ui/dialogs/shown-once-dialog.tsx';

const { made: texts } = clientsTexts;

/** Shows a new link to copy. Only the response that creates a link contains it (POR-2). */
export function LinkMadeDialog({ link: { url, token }, onClose }: { link: IssuedPortalToken; onClose: () => void }) {
  const open = (
    <a href={`/portal/${token}`} target="_blank" rel="noopener noreferrer" className={buttonStyle()}>
      <ExternalLink aria-hidden className="size-4" />
      {texts.open}
    </a>
  );
  return (
    <ShownOnceDialog title={texts.title} doneLabel={texts.done} onClose={onClose} action={open}>
      <ShownOnce label={texts.url} secret={url} copyLabel={texts.copy} warning={texts.lead} />
    </ShownOnceDialog>
  );
}
