import type { ReviewAction } from '@ecp/contract/work/deliverables';
import { useQuery } from '@tanstack/react-query';
import { Plus, Quote, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
} from 'react';
import type { FileProps } from '../../base/api/document-queries.ts';
import { formatUsd } from '../../base/format/format.ts';
import { decidingTexts } from '../../base/texts/deciding.ts';
import { reviewTexts } from '../../base/texts/review.ts';
import { Button, IconButton } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { Menu, MenuItem } from '../../base/ui/dialogs/menu.tsx';
import { controlStyle, FormError } from '../../base/ui/fields/fields.tsx';
import { Kbd, modifierKey } from '../../base/ui/keys.tsx';
import { queriesQuery } from '../../shared/data/data-queries.ts';
import { citeQuery, nameQuery } from '../../shared/data/recorded-query.tsx';
import { dataTexts } from '../../shared/data/texts.ts';
import { addWords, maxNotesLength, maxPoints, readPoints, writePoints } from './points.tsx';
import { RerunPrice, useRerunPrice } from './rerun/rerun-price.tsx';
import type { ReviewFlow } from './review-flow.ts';

// Few reviews meet a refusal of the service or have comments to choose from.
const ConflictNotice = lazy(async () => ({
  default: (await import('./refusals.tsx')).ConflictNotice,
}));
const CitationsOpenNotice = lazy(async () => ({
  default: (await import('./refusals.tsx')).CitationsOpenNotice,
}));
const CommentChoice = lazy(async () => ({
  default: (await import('./comment-choice.tsx')).CommentChoice,
}));

interface OpenReviewProps extends FileProps {
  flow: ReviewFlow;
  canRerun: boolean;
  onRerun: () => void;
}

/** The review in progress: its text and any conflict. An approval shows the conflict alone. */
export function OpenReview({ engagementId, filename, flow, canRerun, onRerun }: OpenReviewProps) {
  const { action, conflict, error, hasOpenCitations, draft, comments } = flow;
  const hasComments = action === 'request_revision' && comments.count > 0;
  if (action === null) return null;
  const notice = conflict ? (
    <Suspense>
      <ConflictNotice
        engagementId={engagementId}
        filename={filename}
        conflict={conflict}
        action={action}
        onReplace={
          action !== 'request_revision' || draft.hasWords || hasComments ? flow.replace : undefined
        }
        onLeave={flow.end}
      />
    </Suspense>
  ) : (
    <FormError error={error} />
  );
  if (action === 'approve' && hasOpenCitations && !conflict) {
    return (
      <div className="border-b p-3">
        <Suspense>
          <CitationsOpenNotice flow={flow} />
        </Suspense>
      </div>
    );
  }
  if (action === 'approve')
    return (conflict || error) && <div className="border-b p-3">{notice}</div>;
  return (
    <ReviewComposer
      engagementId={engagementId}
      filename={filename}
      action={action}
      points={draft.points}
      onChange={(points) => draft.setPoints(action, points)}
      onClose={flow.end}
      onSend={(then) => flow.send(then === 'rerun' ? onRerun : undefined)}
      busy={flow.isSending}
      canRerun={canRerun}
      notice={notice}
      isStopped={conflict !== null}
      hasComments={hasComments}
      comments={
        action === 'request_revision' && (
          <Suspense>
            <CommentChoice
              open={comments.open}
              leftOut={comments.leftOut}
              onChange={comments.leaveOut}
            />
          </Suspense>
        )
      }
    />
  );
}

const texts = decidingTexts.compose;

interface ReviewComposerProps extends FileProps {
  action: ReviewAction;
  points: readonly string[];
  onChange: (points: readonly string[]) => void;
  onClose: () => void;
  onSend: (then: 'nothing' | 'rerun') => void;
  busy: boolean;
  canRerun: boolean;
  notice: ReactNode;
  /** A conflict must be resolved first. */
  isStopped: boolean;
  comments: ReactNode;
  hasComments: boolean;
}

/**
 * Form for the points of a review. Escape closes it and preserves them; Ctrl or ⌘ with Enter is its
 * main button.
 */
function ReviewComposer(props: ReviewComposerProps) {
  const {
    engagementId,
    filename,
    action,
    points,
    onChange,
    onClose,
    onSend,
    busy,
    notice,
    isStopped,
  } = props;
  const { comments, hasComments, canRerun } = props;
  const notes = writePoints(points);
  const excess = notes.length - maxNotesLength;
  // A revision request requires a point or a comment. A rejection may be sent without one.
  const isReady =
    excess <= 0 && !isStopped && !busy && (notes !== '' || hasComments || action === 'reject');
  const main = action === 'request_revision' && canRerun ? 'rerun' : 'nothing';
  const press = (event: KeyboardEvent) => {
    // During composition, the keys belong to the input method editor (IME).
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady) onSend(main);
  };
  return (
    <form
      aria-label={texts[action]}
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSend(main);
      }}
      className="flex max-h-[min(28rem,60dvh)] flex-col"
    >
      <div className="flex items-start justify-between gap-2 px-4 pt-3">
        <div>
          <h2 className="font-semibold">{texts[action]}</h2>
          <p className="text-muted text-sm">{texts.hint}</p>
        </div>
        <IconButton icon={X} label={texts.close} onClick={onClose} />
      </div>
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-4 py-3">
        {notice}
        <PointsField label={texts[action]} points={points} onChange={onChange} />
        <div className="-mt-2 ml-6">
          <CiteQueryMenu
            engagementId={engagementId}
            onCite={(cited) => onChange(addWords(points, cited))}
          />
        </div>
        <p aria-live="polite" className="text-muted text-sm empty:hidden">
          {excess > 0 ? texts.tooLong(excess) : points.length > maxPoints ? texts.tooMany : ''}
        </p>
        {comments}
        {main === 'rerun' && <RerunPrice engagementId={engagementId} filename={filename} />}
      </div>
      <ComposerActions {...props} isReady={isReady} />
    </form>
  );
}

function ComposerActions(props: ReviewComposerProps & { isReady: boolean }) {
  const { action, busy, canRerun, isReady, onSend } = props;
  const isRerun = action === 'request_revision' && canRerun;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3">
      <span aria-hidden className="mr-auto hidden gap-1 sm:flex">
        <Kbd>{modifierKey()}</Kbd>
        <Kbd>↵</Kbd>
      </span>
      {isRerun && (
        <Button disabled={!isReady} onClick={() => onSend('nothing')}>
          {reviewTexts.actions.request_revision}
        </Button>
      )}
      <Button
        type="submit"
        kind={action === 'reject' ? 'danger' : 'primary'}
        busy={busy}
        disabled={!isReady}
      >
        {isRerun ? <RerunLabel {...props} /> : reviewTexts.actions[action]}
      </Button>
    </div>
  );
}

/** Names the main button of a revision, with the range of its price once that is known. */
function RerunLabel(file: FileProps) {
  const { data } = useRerunPrice(file);
  return (
    <>
      {texts.andRerun}
      {data && data.cost.high > 0 && (
        <span className="figures font-normal opacity-80">
          {texts.price(formatUsd(data.cost.low), formatUsd(data.cost.high))}
        </span>
      )}
    </>
  );
}

interface PointsFieldProps {
  label: string;
  points: readonly string[];
  onChange: (points: readonly string[]) => void;
}

/**
 * An editable numbered list with one field for each point. Pasting a list creates a point for each
 * of its items.
 */
function PointsField({ label, points, onChange }: PointsFieldProps) {
  const { list, splice, press, paste } = usePointEditing(points, onChange);
  return (
    <div className="flex flex-col items-start gap-2">
      <ol ref={list} aria-label={label} className="flex w-full flex-col gap-2">
        {Array.from(points.keys()).map((at) => (
          <li key={at} className="flex items-start gap-2">
            <span aria-hidden className="figures w-5 shrink-0 pt-2 text-right text-muted text-sm">
              {at + 1}
            </span>
            <textarea
              aria-label={texts.point(at + 1)}
              rows={1}
              value={points[at]}
              placeholder={at === 0 ? texts.placeholder : undefined}
              onChange={({ currentTarget }) => onChange(points.with(at, currentTarget.value))}
              onKeyDown={(event) => press(event, at)}
              onPaste={(event) => paste(event, at)}
              className={classNames(
                controlStyle,
                'field-sizing-content min-h-9 resize-none py-1.5',
              )}
            />
            {points.length > 1 && (
              <IconButton
                icon={X}
                label={texts.remove(at + 1)}
                onClick={() => splice(at, 1, [], at - 1)}
              />
            )}
          </li>
        ))}
      </ol>
      <Button
        icon={Plus}
        size="small"
        kind="quiet"
        className="ml-6"
        onClick={() => splice(points.length, 0, [''], points.length)}
      >
        {texts.add}
      </Button>
    </div>
  );
}

/** The newest ones. Older ones are cited from the data page. */
const offered = 12;

interface CiteQueryMenuProps {
  engagementId: string;
  /** Gets the citation, such as `Query k3x…`. */
  onCite: (citation: string) => void;
}

/**
 * Offers the recorded queries of the engagement to cite in a note. Renders nothing where there is
 * none.
 */
function CiteQueryMenu({ engagementId, onCite }: CiteQueryMenuProps) {
  const { data = [] } = useQuery(queriesQuery(engagementId));
  if (data.length === 0) return null;
  return (
    <Menu
      side="top"
      align="start"
      trigger={
        <Button icon={Quote} size="small" kind="quiet">
          {dataTexts.insert.button}
        </Button>
      }
    >
      {data.slice(0, offered).map((query) => (
        <MenuItem key={query.id} onSelect={() => onCite(citeQuery(query))}>
          <span className="max-w-72 truncate">{nameQuery(query)}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Handles keys and pasting in a list of points, and moves the focus to the edited point. */
function usePointEditing(points: readonly string[], onChange: (points: readonly string[]) => void) {
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<number | null>(points.length - 1);
  useEffect(() => {
    if (wanted.current === null) return;
    const field = list.current?.querySelectorAll('textarea')[wanted.current];
    wanted.current = null;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  });
  const splice = (at: number, removed: number, added: readonly string[], focus: number) => {
    wanted.current = Math.max(0, focus);
    onChange(points.toSpliced(at, removed, ...added));
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>, at: number) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      splice(at + 1, 0, [''], at + 1);
    } else if (event.key === 'Backspace' && points[at] === '' && points.length > 1) {
      event.preventDefault();
      splice(at, 1, [], at - 1);
    }
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>, at: number) => {
    const pasted = readPoints(event.clipboardData.getData('text/plain'));
    if (pasted.length < 2) return;
    event.preventDefault();
    const kept = points[at]?.trim() ? 1 : 0;
    splice(at + kept, 1 - kept, pasted, at + kept + pasted.length - 1);
  };
  return { list, splice, press, paste };
}
