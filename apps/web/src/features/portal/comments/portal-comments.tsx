import { useId } from 'react';
import { portalTexts } from '../../../texts/en/portal.ts';
import { usePortal } from '../portal-context.ts';
import { PortalThread } from './portal-thread.tsx';
import { WordsForm } from './words-form.tsx';

const { comments: texts } = portalTexts;

/** Shows comments on the whole engagement, oldest first, with a field for another one if the link permits that. */
export function PortalComments({ shown }: { shown: string | undefined }) {
  const { view } = usePortal();
  const id = useId();
  const mayComment = view.permissions.includes('comment');
  const comments = view.comments.filter(({ filename }) => filename === null);
  if (comments.length === 0 && !mayComment) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 print:hidden">
      <div>
        <h2 id={id} className="font-semibold text-lg">
          {texts.generalTitle}
        </h2>
        {view.deliverables.length > 0 && <p className="text-muted">{texts.generalHint}</p>}
      </div>
      {comments.length > 0 && (
        <ol className="flex flex-col gap-5">
          {comments.map((comment) => (
            <PortalThread
              key={comment.id}
              comment={comment}
              isActive={comment.id === shown}
              onShowPassage={undefined}
            />
          ))}
        </ol>
      )}
      {mayComment && <WordsForm about={{}} label={texts.yours} placeholder={texts.placeholder} send={texts.send} />}
    </section>
  );
}
