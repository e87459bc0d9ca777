import { useId } from 'react';
import { portalTexts } from '../../../texts/en/portal.ts';
import type { SharedDocument } from '../portal-client.ts';
import { usePortal } from '../portal-context.ts';
import { PortalThread } from './portal-thread.tsx';
import type { Passages } from './use-passages.ts';
import { WordsForm } from './words-form.tsx';

const { comments: texts } = portalTexts;

interface DocumentCommentsProps {
  document: SharedDocument;
  passages: Passages;
  /** Shows a passage in the text. */
  onShow: (passage: Range) => void;
}

/** Shows the comments on a document in the order of its text, with a field for another one. */
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
          {[...placed, ...others.map((comment) => ({ comment, ranges: [] }))].map(({ comment, ranges: [first] }) => (
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
          ))}
        </ol>
      )}
      {mayComment && !draft && (
        <WordsForm
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
      <WordsForm
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
