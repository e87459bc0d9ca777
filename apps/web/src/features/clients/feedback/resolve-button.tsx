import type { PortalComment } from '@ecp/contract/reach/portal';
import { Check, RotateCcw } from 'lucide-react';
import { useSession } from '../../../session/session.ts';
import { commentTexts } from '../../../texts/en/documents/comments.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { useCommentActs } from './use-comment-acts.ts';

const { resolve, reopen } = commentTexts.thread;

interface ResolveButtonProps {
  engagementId: string;
  comment: PortalComment;
}

/** Resolves a client's comment, or opens it again. Hidden from viewers. */
export function ResolveButton({ engagementId, comment: { id, status } }: ResolveButtonProps) {
  const mayWrite = useSession().has('member');
  const { setStatus } = useCommentActs(engagementId, id);
  if (!mayWrite) return null;
  const isOpen = status === 'open';
  const Icon = isOpen ? Check : RotateCcw;
  return (
    <IconButton
      label={isOpen ? resolve : reopen}
      disabled={setStatus.isPending}
      onClick={() => setStatus.mutate(isOpen ? 'resolved' : 'open')}
      className="-my-1 size-7"
    >
      <Icon aria-hidden />
    </IconButton>
  );
}
