import { Download, TriangleAlert } from 'lucide-react';
import { saveBlob } from '../../api/save-download.ts';
import { securityTexts } from '../../texts/en/settings/security.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { ShownOnceDialog } from '../../ui/dialogs/shown-once-dialog.tsx';

const texts = securityTexts.recovery;

/** Shows recovery codes for the only time. Only its buttons close it. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`;
  const save = () => saveBlob(new Blob([text], { type: 'text/plain' }), texts.filename);
  return (
    <ShownOnceDialog title={texts.shownTitle} doneLabel={texts.done} onClose={onClose}>
      <div className="flex items-start gap-2.5 rounded-lg bg-warn-soft px-3 py-2 text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <p>{texts.warning}</p>
      </div>
      <ul
        aria-label={texts.label}
        className="grid select-all gap-x-6 gap-y-1.5 rounded-lg border bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label={texts.copy} />
        <Button size="small" onClick={save}>
          <Download aria-hidden className="size-3.5" />
          {texts.download}
        </Button>
      </div>
    </ShownOnceDialog>
  );
}
