import type { NumberStyle } from '@ecp/language/number-style';
import { FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../base/session/session.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { Dialog } from '../../base/ui/dialogs/dialog.tsx';
import { dataTexts } from '../../shared/data/texts.ts';
import { type InsertedForm, InsertForm } from '../insert-form.tsx';

const texts = dataTexts.insertion;

interface InsertButtonProps {
  engagementId: string;
  /** The forms in which the result can be inserted, the proposed one first. */
  forms: readonly InsertedForm[];
  /**
   * Returns the block of a form, with numbers in a style. It records the query first, if it is not
   * yet.
   */
  write: (form: InsertedForm, style: NumberStyle) => Promise<string>;
}

/** Puts a chart or a table with its query into one's draft of a document, and opens the draft. */
export function InsertButton({ engagementId, forms, write }: InsertButtonProps) {
  const mayWrite = useSession().has('member');
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <Button icon={FilePlus2} size="small" onClick={() => setOpen(true)}>
        {texts.button}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={texts.button}>
        <InsertForm
          engagementId={engagementId}
          forms={forms}
          write={write}
          hint={texts.hint}
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}
