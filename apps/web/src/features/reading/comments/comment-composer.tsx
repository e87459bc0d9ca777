import { useCommentActions } from '../../../domain/comments/use-comment-actions.ts';
import type { Deliverable } from '../../../domain/deliverables/queries.ts';
import { type CommentDraft, Composer } from '../../../domain/passage-comments/composer.tsx';
import { usePersistedState } from '../../../forms/use-persisted-state.ts';
import type { Commenting } from './use-commenting.ts';

/** The typed texts. The proposed words belong to one quote. */
interface TypedComment extends CommentDraft {
  quote: string | null;
}

const read = (text: string) => JSON.parse(text) as TypedComment;
const nothing: TypedComment = { body: '', suggestion: null, quote: null };

interface CommentComposerProps {
  deliverable: Pick<Deliverable, 'engagementId' | 'filename'>;
  commenting: Commenting;
}

/** The composer of the team. What it holds survives reloads and new versions, until it is sent or cleared. */
export function CommentComposer({ deliverable, commenting }: CommentComposerProps) {
  const { engagementId, filename } = deliverable;
  const { composing, compose, activate } = commenting;
  const { create } = useCommentActions({ engagementId, filename });
  const { value, change, forget } = usePersistedState(`comment ${engagementId} ${filename}`, read, () => nothing);
  if (!composing) return null;
  const { passage, version } = composing;
  const quote = passage?.quote ?? null;
  return (
    <div className="rounded-lg border border-line-strong/50 bg-surface p-2.5 shadow-black/5 shadow-md">
      {passage && (
        <p dir="auto" className="mb-2 line-clamp-2 border-(--comment) border-l-2 pl-2 text-muted text-xs">
          {passage.quote}
        </p>
      )}
      <Composer
        quote={quote}
        maySuggest={passage?.maySuggest ?? false}
        key={quote}
        initial={value.quote === quote ? value : { body: value.body, suggestion: null }}
        onChange={(draft) => change({ ...draft, quote })}
        onSend={async ({ body, suggestion }) => {
          const { id } = await create({ body, suggestion, passage, version });
          change(nothing);
          forget();
          activate(id);
        }}
        onClose={() => compose(null)}
      />
    </div>
  );
}
