import { useRef } from 'react';
import { jumpTo } from '../../../domain/outline/jump-to.ts';
import { portalTexts } from '../../../texts/en/portal.ts';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import type { SharedDocument } from '../portal-client.ts';
import { DocumentComments } from './document-comments.tsx';
import type { Passages } from './use-passages.ts';

interface CommentSheetProps {
  open: boolean;
  onClose: () => void;
  document: SharedDocument;
  passages: Passages;
}

/** Shows the comments over the text, on narrow screens. A choice of a passage closes the sheet and leads to it. */
export function CommentSheet({ open, onClose, document, passages }: CommentSheetProps) {
  const chosen = useRef<Range>(null);
  const close = () => {
    passages.begin(null);
    onClose();
  };
  const focusChosen = () => {
    const { current: passage } = chosen;
    chosen.current = null;
    return passage ? revealPassage(passage) : true;
  };
  return (
    <Sheet open={open} onClose={close} title={portalTexts.comments.title} finalFocus={focusChosen}>
      <DocumentComments
        document={document}
        passages={passages}
        onShow={(passage) => {
          chosen.current = passage;
          close();
        }}
      />
    </Sheet>
  );
}

/** Scrolls to a passage and focuses its paragraph, which is returned. */
export function revealPassage({ startContainer }: Range): HTMLElement | true {
  const paragraph = startContainer.parentElement;
  if (!paragraph) return true;
  jumpTo(paragraph, 'center');
  return paragraph;
}
