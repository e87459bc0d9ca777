import { type FormEvent, useLayoutEffect, useRef } from 'react';
import type { Version, VersionProps } from '../../base/api/document-queries.ts';
import { decidingTexts } from '../../base/texts/deciding.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { Dialog, DialogActions } from '../../base/ui/dialogs/dialog.tsx';
import { Kbd, modifierKey } from '../../base/ui/keys.tsx';
import { OpenPointList } from '../../shared/citations/open-points.tsx';
import type { ReviewFlow } from './review-flow.ts';

const texts = decidingTexts.approval;

interface ApprovalDialogProps extends VersionProps {
  latest: Version;
  flow: ReviewFlow;
}

/**
 * Says what an approval means and names what is still open. Ctrl or ⌘ with Enter approves, Escape
 * leaves it.
 */
export function ApprovalDialog({
  engagementId,
  filename,
  version,
  latest,
  flow,
}: ApprovalDialogProps) {
  const given = latest.approvals.length + 1;
  const isLast = given >= latest.approvalsNeeded;
  const isOpen = flow.asksToApprove && flow.conflict === null;
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement;
  }, [isOpen]);
  const returnFocus = () => {
    const place = before.current;
    // A key begins an approval from nowhere, and then the page has its keys again.
    if (!(place instanceof HTMLElement) || place === document.body) return false;
    if (place.tabIndex >= 0) return place;
    // The kit would focus the first control in a place that only takes the focus.
    place.focus({ preventScroll: true });
    return false;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    flow.approveAsked();
  };
  return (
    <Dialog
      open={isOpen}
      onClose={flow.end}
      title={texts.title(version)}
      description={isLast ? texts.meaning : texts.meaningPart(given, latest.approvalsNeeded)}
      finalFocus={returnFocus}
    >
      <form onSubmit={submit} className="flex flex-col gap-2">
        {!flow.isClear && (
          <>
            <p className="font-medium">{texts.open}</p>
            <OpenPointList
              engagementId={engagementId}
              filename={filename}
              version={version}
              onLeave={flow.end}
            />
          </>
        )}
        <DialogActions>
          <Button onClick={flow.end}>{texts.leave}</Button>
          <Button type="submit" kind="primary">
            {flow.isClear ? texts.approve : texts.approveOpen}
            <span aria-hidden className="hidden gap-1 sm:inline-flex">
              <Kbd>{modifierKey()}</Kbd>
              <Kbd>↵</Kbd>
            </span>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
