import type { IssuedPortalToken } from '@ecp/contract/reach/portal';
import { ExternalLink } from 'lucide-react';
import { linkMadeTexts as texts } from '../../../texts/en/clients/links.ts';
import { buttonStyle } from '../../../ui/buttons/button-style.ts';
import { ShownOnce } from '../../../ui/dialogs/shown-once.tsx';
import { ShownOnceDialog } from '../../../ui/dialogs/shown-once-dialog.tsx';
import { nameOfLink } from './queries.ts';

/** Shows a new link to copy, or a preview to open. Only the response that creates a link contains it (POR-2). */
export function LinkMadeDialog({ link, onClose }: { link: IssuedPortalToken; onClose: () => void }) {
  const { url, token, clientEmail, previewOf } = link;
  const name = nameOfLink(link);
  const open = (
    <a href={`/portal/${token}`} target="_blank" rel="noopener noreferrer" className={buttonStyle()}>
      <ExternalLink aria-hidden className="size-4" />
      {texts.open}
    </a>
  );
  const use = clientEmail === null ? texts.send : texts.mailed(clientEmail);
  const shown =
    previewOf === null
      ? { title: texts.title(name), label: texts.url, warning: `${use} ${texts.once}` }
      : { title: texts.preview.title(name), label: texts.preview.url, warning: texts.preview.use };
  return (
    <ShownOnceDialog title={shown.title} doneLabel={texts.done} onClose={onClose} action={open}>
      <ShownOnce label={shown.label} secret={url} copyLabel={texts.copy} warning={shown.warning} />
    </ShownOnceDialog>
  );
}
