import { useMutation } from '@tanstack/react-query';
import { Check, RotateCw, TriangleAlert } from 'lucide-react';
import { api } from '../../base/api/client.ts';
import { explainError } from '../../base/api/explain-error.ts';
import { Button } from '../../base/ui/buttons.tsx';
import type { QueryListItem } from './data-queries.ts';
import { dataTexts } from './texts.ts';

const texts = dataTexts.again;

/**
 * Runs a recorded query again on the tables as they are now, and says whether its result is the
 * same.
 */
export function RunAgain({ engagementId, queryId }: { engagementId: string; queryId: string }) {
  const verify = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.verifyQuery({ id: engagementId, queryId }),
  });
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button icon={RotateCw} size="small" busy={verify.isPending} onClick={() => verify.mutate()}>
        {texts.button}
      </Button>
      <span role="status" className="text-sm">
        {verify.data && <Answer {...verify.data} />}
        {verify.error && <span className="text-danger">{explainError(verify.error).title}</span>}
      </span>
    </span>
  );
}

function Answer({ same, resultHash }: { same: boolean; resultHash: string | null }) {
  const Icon = same ? Check : TriangleAlert;
  return (
    <span className={`inline-flex items-center gap-1.5 ${same ? 'text-good' : 'text-warn'}`}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {same ? texts.same : resultHash === null ? texts.gone : texts.changed}
    </span>
  );
}

const longestName = 80;

/** Names a query for people: its title, else the beginning of its SQL in one line. */
export function nameQuery({ title, sql }: Pick<QueryListItem, 'title' | 'sql'>): string {
  if (title !== null && title.trim() !== '') return title;
  const line = sql.replace(/\s+/g, ' ').trim();
  return line.length > longestName ? `${line.slice(0, longestName - 1)}…` : line;
}

/** Returns how a text cites a query: `Query <id>`. */
export const citeQuery = ({ id }: Pick<QueryListItem, 'id'>): string => `Query ${id}`;

/** Reads the id of a query from its citation; undefined if the text is none. */
export const readQueryCitation = (text: string): string | undefined =>
  /^Query\s+([\w-]+)/i.exec(text.trim())?.[1];
