import type { IssuedPortalToken } from '@ecp/contract/portal';
import { ExternalLink } from 'lucide-react';
import { clientsTexts } from '../../texts/en/clients.ts';
import { Button } from '../../ui/button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';

const { made: texts } = clientsTexts;

/** A new link, to copy now: only its making tells it (contract, 5). */
export function LinkMadeDialog({ link: { url, token }, onClose }: { link: IssuedPortalToken; onClose: () => void }) {
  return (
    <Dialog open sticky onClose={onClose} title={texts.title}>
      <ShownOnce label={texts.url} secret={url} copyLabel={texts.copy} warning={texts.lead} />
      <DialogActions>
        <a href={`/portal/${token}`} target="_blank" rel="noopener noreferrer" className={buttonStyle()}>
          <ExternalLink aria-hidden className="size-4" />
          {texts.open}
        </a>
        <Button kind="primary" onClick={onClose}>
          {texts.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
