import type { PortalComment } from '@ecp/contract/reach/portal';
import { useState } from 'react';
import { AuthorBadge } from '../../../domain/authors/author-badge.tsx';
import { useSession } from '../../../session/session.ts';
import { feedbackTexts as texts } from '../../../texts/en/clients/feedback.ts';
import { commonTexts } from '../../../texts/en/shared/common.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { TimeAgo } from '../../../ui/states/time-ago.tsx';
import { useCommentActs } from './use-comment-acts.ts';

interface ClientCommentThreadProps {
  engagementId: string;
  comment: PortalComment;
}

/** Shows the replies to a client's comment, and lets the team reply and resolve it (CMT-11). */
export function ClientCommentThread({ engagementId, comment }: ClientCommentThreadProps) {
  const { id, replies, status, author } = comment;
  const mayWrite = useSession().has('member');
  const [text, setText] = useState<string | null>(null);
  const { reply, setStatus } = useCommentActs(engagementId, id, () => setText(null));
  return (
    <>
      {replies.length > 0 && (
        <ul className="mt-2 flex flex-col gap-2 border-l-2 pl-3">
          {replies.map((one) => (
            <li key={one.id} className="wrap-anywhere">
              <p className="flex flex-wrap items-center gap-x-2 text-sm">
                <span className="font-medium">{one.author.name}</span>
                <AuthorBadge author={one.author} />
                <TimeAgo at={one.createdAt} className="text-muted" />
              </p>
              <p dir="auto" className="whitespace-pre-wrap">
                {one.body}
              </p>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && text === null && (
        <div className="-ml-2 mt-1 flex gap-1">
          <Button size="small" kind="quiet" aria-label={texts.replyTo(author.name)} onClick={() => setText('')}>
            {texts.reply}
          </Button>
          <Button
            size="small"
            kind="quiet"
            busy={setStatus.isPending}
            onClick={() => setStatus.mutate(status === 'open' ? 'resolved' : 'open')}
          >
            {status === 'open' ? texts.resolve : texts.reopen}
          </Button>
        </div>
      )}
      {text !== null && (
        <form
          className="mt-2 flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            reply.mutate(text);
          }}
        >
          <TextAreaField
            label={texts.replyTo(author.name)}
            hint={texts.replyHint}
            rows={3}
            required
            maxLength={10_000}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <FormError error={reply.error} />
          <div className="flex gap-2">
            <Button type="submit" kind="primary" size="small" busy={reply.isPending} disabled={text.trim() === ''}>
              {texts.send}
            </Button>
            <Button size="small" onClick={() => setText(null)}>
              {commonTexts.cancel}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}
