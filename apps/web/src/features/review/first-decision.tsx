import type { ReviewAction } from '@ecp/contract/work/deliverables';
import { Ellipsis, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Version } from '../../domain/deliverables/queries.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/dialogs/menu.tsx';
import { Kbd } from '../../ui/keys/kbd.tsx';
import { useSingleKeys } from '../../ui/keys/single-keys.ts';

const { actions } = reviewTexts;

export interface ReviewButtonsProps {
  version: Version;
  onBegin: (action: ReviewAction) => void;
  onRerun: () => void;
  canRerun: boolean;
  /** Number of points that a rerun would get. */
  pointCount: number;
  busy: boolean;
}

/** The review actions for a version without a verdict. On a narrow bar, more of them are in the menu. */
export function FirstDecision(props: ReviewButtonsProps) {
  const { onBegin, busy } = props;
  return (
    <>
      <div className="@xl:hidden">
        <MoreMenu {...props} hasReject />
      </div>
      <div className="@max-xl:hidden">
        <MoreMenu {...props} hasReject={false} />
      </div>
      <KeyButton shortcut="x" className="@max-xl:hidden" disabled={busy} onClick={() => onBegin('reject')}>
        {actions.reject}
      </KeyButton>
      <KeyButton shortcut="r" disabled={busy} onClick={() => onBegin('request_revision')}>
        {actions.request_revision}
      </KeyButton>
      <KeyButton shortcut="a" kind="primary" disabled={busy} onClick={() => onBegin('approve')}>
        {actions.approve}
      </KeyButton>
    </>
  );
}

/** Menu for rare actions, and for actions that do not fit on narrow screens. */
function MoreMenu({ onBegin, onRerun, canRerun, busy, hasReject }: ReviewButtonsProps & { hasReject: boolean }) {
  const trigger = (
    <IconButton label={reviewTexts.more}>
      <Ellipsis aria-hidden />
    </IconButton>
  );
  return (
    <Menu side="top" trigger={trigger}>
      {hasReject && (
        <MenuItem disabled={busy} onSelect={() => onBegin('reject')}>
          <X aria-hidden />
          {actions.reject}
        </MenuItem>
      )}
      <MenuItem disabled={!canRerun || busy} onSelect={onRerun}>
        <RotateCcw aria-hidden />
        {reviewTexts.rerun.button}
      </MenuItem>
    </Menu>
  );
}

interface KeyButtonProps {
  shortcut: string;
  kind?: 'primary';
  className?: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button that shows its keyboard shortcut. */
function KeyButton({ shortcut, children, ...rest }: KeyButtonProps) {
  const works = useSingleKeys();
  return (
    <Button aria-keyshortcuts={works ? shortcut : undefined} {...rest}>
      {children}
      {works && (
        <span aria-hidden className="hidden @2xl:inline">
          <Kbd>{shortcut.toUpperCase()}</Kbd>
        </span>
      )}
    </Button>
  );
}
