import type { Derivation } from '@ecp/contract/values/citations';
import { readingTexts } from '../base/texts/reading.ts';
import { linkStyle } from '../base/ui/buttons.tsx';
import { Dialog } from '../base/ui/dialogs/dialog.tsx';
import { DerivationView } from '../shared/citations/derivation-view.tsx';
import { portalTexts } from './texts.ts';

interface DerivationDialogProps {
  derivations: readonly Derivation[];
  /** The numbers that readers see, by the labels of footnotes in lower case. */
  numbers: ReadonlyMap<string, string>;
  /** Shows the source of a footnote. */
  onSource: (footnote: string) => void;
  onClose: () => void;
}

/** Shows how the figures of a sentence follow from others. A choice of a source closes it. */
export function DerivationDialog({
  derivations,
  numbers,
  onSource,
  onClose,
}: DerivationDialogProps) {
  const renderSource = (footnote: string) => (
    <button
      type="button"
      onClick={() => {
        onClose();
        onSource(footnote);
      }}
      className={linkStyle}
    >
      {readingTexts.derivation.footnote(numbers.get(footnote.toLowerCase()) ?? footnote)}
    </button>
  );
  return (
    <Dialog open onClose={onClose} title={portalTexts.derivation.title}>
      <div className="flex flex-col gap-3">
        {derivations.map((derivation) => (
          <DerivationView
            key={`${derivation.expression} ${derivation.result}`}
            derivation={derivation}
            renderSource={renderSource}
          />
        ))}
      </div>
    </Dialog>
  );
}
