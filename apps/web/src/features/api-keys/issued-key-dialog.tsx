import type { IssuedApiKey } from '@ecp/contract/identity/api-keys';
import { apiKeyTexts } from '../../texts/en/settings/api-keys.ts';
import { ShownOnce } from '../../ui/dialogs/shown-once.tsx';
import { ShownOnceDialog } from '../../ui/dialogs/shown-once-dialog.tsx';
import { CodeBlock } from '../../ui/layout/code-block.tsx';
import { firstCall } from './first-call.ts';

const texts = apiKeyTexts.issued;

interface IssuedKeyDialogProps {
  issued: IssuedApiKey;
  /** The key replaces one that this rotation has ended. */
  rotated?: boolean;
  onClose: () => void;
}

/** Shows a new key once, with a first call. Only its buttons close it. */
export function IssuedKeyDialog({ issued, rotated = false, onClose }: IssuedKeyDialogProps) {
  const description = rotated ? `${issued.name}. ${texts.rotated}` : issued.name;
  return (
    <ShownOnceDialog
      title={rotated ? texts.rotatedTitle : texts.title}
      description={description}
      doneLabel={texts.done}
      onClose={onClose}
    >
      <ShownOnce label={texts.label} secret={issued.key} copyLabel={texts.copy} warning={texts.warning} />
      <CodeBlock label={texts.example} code={firstCall(issued.key)} copyLabel={texts.copyExample} />
    </ShownOnceDialog>
  );
}
