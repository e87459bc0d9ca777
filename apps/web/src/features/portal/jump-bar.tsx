import { documentStatusOf } from '../../domain/clients/document-status.ts';
import { portalTexts } from '../../texts/en/portal.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { stickToBottom } from '../../ui/layout/sticky-bar.ts';
import type { SharedDocument } from './portal-client.ts';

interface JumpBarProps {
  href: string;
  document: SharedDocument;
  mayAnswer: boolean;
}

/** Links to the review form, which is below the text on narrow screens. It is visible while the text is. */
export function JumpBar({ href, document, mayAnswer }: JumpBarProps) {
  const asks = documentStatusOf(document, mayAnswer) === 'waiting';
  return (
    <div ref={stickToBottom} className="sticky bottom-0 -mx-4 border-t bg-surface p-3 md:-mx-8 lg:hidden print:hidden">
      <a href={href} className={buttonStyle(asks ? 'primary' : 'secondary', 'medium', 'w-full')}>
        {asks ? portalTexts.toAnswer : portalTexts.toComments}
      </a>
    </div>
  );
}
