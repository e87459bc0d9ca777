import type { PortalComment } from '@ecp/contract/reach/portal';
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Sheet } from '../base/ui/dialogs/dialog.tsx';
import type { SelectedPassage } from '../shared/comments/document-words.ts';
import {
  commentAt,
  type PlacedComment,
  placeComments,
  showHighlights,
  useDocumentWords,
} from '../shared/comments/placed-comments.ts';
import { type Selected, useSelectedPassage } from '../shared/comments/selection.tsx';
import { jumpTo } from '../shared/markdown/find-words.ts';
import { type SharedDocument, usePortal } from './portal.tsx';
import { CommentForm, PortalThread } from './portal-thread.tsx';
import { portalTexts } from './texts.ts';

const { comments: texts } = portalTexts;

interface DocumentCommentsProps {
  document: SharedDocument;
  passages: Passages;
  onShow: (passage: Range) => void;
}

export function DocumentComments({ document, passages, onShow }: DocumentCommentsProps) {
  const { view } = usePortal();
  const id = useId();
  const { placed, others, active, activate, draft } = passages;
  const mayComment = view.permissions.includes('comment');
  const count = placed.length + others.length;
  if (count === 0 && !mayComment) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div>
        {/* The sheet on narrow screens has the title. */}
        <h2 id={id} className="font-semibold text-lg max-lg:sr-only">
          {texts.title}
        </h2>
        {mayComment && <p className="text-muted text-sm">{texts.hint}</p>}
      </div>
      {draft && <PassageForm document={document} passages={passages} />}
      {count > 0 && (
        <ol className="flex flex-col gap-5">
          {[...placed, ...others.map((comment) => ({ comment, ranges: [] }))].map(
            ({ comment, ranges: [first] }) => (
              <PortalThread
                key={comment.id}
                comment={comment}
                isActive={comment.id === active}
                onShowPassage={
                  first &&
                  (() => {
                    activate(comment.id);
                    onShow(first);
                  })
                }
              />
            ),
          )}
        </ol>
      )}
      {mayComment && !draft && (
        <CommentForm
          about={{ filename: document.filename, version: document.version }}
          label={texts.yours}
          placeholder={texts.placeholder}
          send={texts.send}
        />
      )}
    </section>
  );
}

/** A field for a comment on the words that were selected. */
function PassageForm({
  document: { filename, version },
  passages,
}: Pick<DocumentCommentsProps, 'document' | 'passages'>) {
  const { draft, begin } = passages;
  if (!draft) return null;
  const { quote, prefix, suffix } = draft;
  return (
    <div className="flex flex-col gap-3 rounded-xl border border-accent-text/40 p-3.5">
      <p dir="auto" className="wrap-anywhere line-clamp-3 text-muted text-sm">
        “{quote}”
      </p>
      <CommentForm
        about={{ filename, version, quote, prefix, suffix }}
        label={texts.onPassage}
        placeholder={texts.placeholder}
        send={texts.send}
        cancel={{ label: texts.cancel, onCancel: () => begin(null) }}
        onSent={() => begin(null)}
        focuses
      />
    </div>
  );
}

interface CommentSheetProps {
  open: boolean;
  onClose: () => void;
  document: SharedDocument;
  passages: Passages;
}

/**
 * Shows the comments over the text, on narrow screens. A choice of a passage closes the sheet and
 * leads to it.
 */
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

/** The comments on a document, and the words that a client has selected to comment on. */
interface Passages {
  /** Those on a passage that the version shows, in the order of the text. */
  placed: readonly PlacedComment<PortalComment>[];
  /** All others on the document, oldest first. */
  others: readonly PortalComment[];
  active: string | null;
  activate: (id: string) => void;
  /** The present selection in the text; null also for readers who may not comment. */
  selected: Selected | null;
  /** The passage of the comment that is being written. */
  draft: SelectedPassage | null;
  /** Begins a comment on what is selected; null ends it. */
  begin: (selected: Selected | null) => void;
}

interface PassagesOptions {
  article: RefObject<HTMLElement | null>;
  document: SharedDocument;
  /** Id of the comment that the address names. */
  shown: string | undefined;
  onChoose: () => void;
}

/** Joins the comments on a document with the words on the page, and marks them there. */
export function usePassages({ article, document, shown, onChoose }: PassagesOptions): Passages {
  const { view } = usePortal();
  const { filename, version, content } = document;
  const words = useDocumentWords(article, content);
  const selected = useSelectedPassage(article, view.permissions.includes('comment') ? words : null);
  const [active, setActive] = useState<string | null>(shown ?? null);
  const [begun, begin] = useState<Selected | null>(null);
  const comments = useMemo(
    () => view.comments.filter((one) => one.filename === filename),
    [view.comments, filename],
  );
  const placed = useMemo(
    () => (words ? placeComments(words, comments, version) : []),
    [words, comments, version],
  );
  const others = useMemo(() => {
    const inText = new Set(placed.map(({ comment }) => comment.id));
    return comments.filter(({ id }) => !inText.has(id));
  }, [placed, comments]);
  useEffect(() => {
    showHighlights(
      'comment',
      placed.filter(({ comment }) => comment.status === 'open').flatMap(({ ranges }) => ranges),
    );
    const chosen = placed.find(({ comment }) => comment.id === active)?.ranges ?? [];
    showHighlights('active', begun ? [begun.range] : chosen);
    return () => {
      showHighlights('comment', []);
      showHighlights('active', []);
    };
  }, [placed, active, begun]);
  useEffect(() => {
    const text = article.current;
    if (!text) return undefined;
    const choose = (event: MouseEvent) => {
      const found = getSelection()?.isCollapsed === false ? undefined : commentAt(placed, event);
      if (!found) return;
      setActive(found.comment.id);
      onChoose();
    };
    text.addEventListener('click', choose);
    return () => text.removeEventListener('click', choose);
  }, [article, placed, onChoose]);
  return {
    placed,
    others,
    active,
    activate: setActive,
    selected,
    draft: begun?.passage ?? null,
    begin,
  };
}
