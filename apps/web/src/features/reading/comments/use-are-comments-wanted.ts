import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { documentCommentsQuery } from '../../../domain/comments/queries.ts';
import type { Deliverable } from '../../../domain/deliverables/queries.ts';

/**
 * Returns whether the code of comments is needed: there are some, or the reader selects words or presses a key. Most
 * documents are read without.
 */
export function useAreCommentsWanted(
  { engagementId, filename }: Pick<Deliverable, 'engagementId' | 'filename'>,
  hasComments: boolean,
): boolean {
  const { data = [] } = useQuery({ ...documentCommentsQuery(engagementId, filename), enabled: hasComments });
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    if (isUsed) return;
    const use = () => setUsed(true);
    const select = () => getSelection()?.isCollapsed === false && use();
    document.addEventListener('selectionchange', select);
    document.addEventListener('keydown', use);
    return () => {
      document.removeEventListener('selectionchange', select);
      document.removeEventListener('keydown', use);
    };
  }, [isUsed]);
  return hasComments && (data.length > 0 || isUsed);
}
