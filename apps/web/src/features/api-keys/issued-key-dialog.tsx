import type { IssuedApiKey } from '@ecp/contract/api-keys';
import { apiKeyTexts } from '../../texts/en/api-keys.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { firstCall } from './first-call.ts';

const texts = apiKeyTexts.issued;

interface IssuedKeyDialogProps {
  issued: IssuedApiKey;
  /** It replaces one that has ended with this. */
  rotated?: boolean;
  onClose: () => void;
}

/** A new key, this once, with a first call; only its buttons close it. */
export function IssuedKeyDialog({ issued, rotated = false, onClose }: IssuedKeyDialogProps) {
  const description = rotated ? `${issued.name}. ${texts.rotated}` : issued.name;
  return (
    <Dialog
      open
      sticky
      onClose={onClose}
      title={rotated ? texts.rotatedTitle : texts.title}
      description={<span className="[overflow-wrap:anywhere]">{description}</span>}
    >
      <div className="flex flex-col gap-4">
        <ShownOnce label={texts.label} secret={issued.key} copyLabel={texts.copy} warning={texts.warning} />
        <CodeBlock label={texts.example} code={firstCall(issued.key)} copyLabel={texts.copyExample} />
      </div>
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          {texts.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
