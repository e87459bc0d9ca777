import type { ReviewAction } from '@ecp/contract/work/deliverables';
import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { FileProps } from '../../domain/deliverables/version-props.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Kbd } from '../../ui/keys/kbd.tsx';
import { CiteQueryMenu } from './points/cite-query-menu.tsx';
import { addWords, maxNotesLength, maxPoints, writePoints } from './points/points.ts';
import { PointsField } from './points/points-field.tsx';
import { RerunPrice } from './rerun/rerun-price.tsx';

const texts = reviewTexts.compose;

interface ReviewComposerProps extends FileProps {
  action: ReviewAction;
  points: readonly string[];
  onChange: (points: readonly string[]) => void;
  onClose: () => void;
  onSend: (then: 'nothing' | 'rerun') => void;
  busy: boolean;
  /** Whether a rerun can start now. */
  canRerun: boolean;
  /** Explains a conflict or a refusal. */
  notice: ReactNode;
  /** A conflict must be resolved first. */
  isStopped: boolean;
  /** The choice of comments that are sent back, and whether any is. */
  comments: ReactNode;
  hasComments: boolean;
}

/** Form for the points of a review. Escape closes it and preserves them; Ctrl or ⌘ with Enter sends them. */
export function ReviewComposer(props: ReviewComposerProps) {
  const { engagementId, filename, action, points, onChange, onClose, onSend, busy, notice, isStopped } = props;
  const { comments, hasComments, canRerun } = props;
  const notes = writePoints(points);
  const excess = notes.length - maxNotesLength;
  // A revision request requires a point or a comment. A rejection may be sent without one.
  const isReady = excess <= 0 && !isStopped && !busy && (notes !== '' || hasComments || action === 'reject');
  const press = (event: KeyboardEvent) => {
    // During composition, the keys belong to the input method editor (IME).
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady) onSend('nothing');
  };
  return (
    <form
      aria-label={texts[action]}
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSend('nothing');
      }}
      className="flex max-h-[min(28rem,60dvh)] flex-col"
    >
      <div className="flex items-start justify-between gap-2 px-4 pt-3">
        <div>
          <h2 className="font-semibold">{texts[action]}</h2>
          <p className="text-muted text-sm">{texts.hint}</p>
        </div>
        <IconButton label={texts.close} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-4 py-3">
        {notice}
        <PointsField label={texts[action]} points={points} onChange={onChange} />
        <div className="-mt-2 ml-6">
          <CiteQueryMenu engagementId={engagementId} onCite={(cited) => onChange(addWords(points, cited))} />
        </div>
        <p aria-live="polite" className="text-muted text-sm empty:hidden">
          {excess > 0 ? texts.tooLong(excess) : points.length > maxPoints ? texts.tooMany : ''}
        </p>
        {comments}
        {action === 'request_revision' && canRerun && <RerunPrice engagementId={engagementId} filename={filename} />}
      </div>
      <ComposerActions {...props} isReady={isReady} />
    </form>
  );
}

function ComposerActions({ action, busy, canRerun, isReady, onSend }: ReviewComposerProps & { isReady: boolean }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3">
      <span aria-hidden className="mr-auto hidden gap-1 sm:flex">
        <Kbd>Ctrl</Kbd>
        <Kbd>↵</Kbd>
      </span>
      {action === 'request_revision' && canRerun && (
        <Button disabled={!isReady} onClick={() => onSend('rerun')}>
          {texts.andRerun}
        </Button>
      )}
      <Button type="submit" kind={action === 'reject' ? 'danger' : 'primary'} busy={busy} disabled={!isReady}>
        {reviewTexts.actions[action]}
      </Button>
    </div>
  );
}
