import type { RequestDraft } from '@ecp/contract/work/engagements';
import { requestTexts as texts } from '../../../../texts/en/start-engagement.ts';
import { linkStyle } from '../../../../ui/layout/link-style.ts';
import { type FilledField, listFound } from './fill-draft.ts';

/** Says what was read off a request and what a person must still add. */
export function FilledNotice({ read, onUndo }: { read: RequestDraft; onUndo: () => void }) {
  const { found, missing } = listFound(read);
  const nameOf = (field: FilledField) => (field === 'tasks' ? texts.tasks(read.tasks.length) : texts.fields[field]);
  return (
    <div role="status" className="rounded-lg bg-good-soft px-3 py-2 text-sm">
      {texts.filled(found.map(nameOf))}{' '}
      {missing.length > 0 && <span className="font-medium">{texts.missing(missing.map(nameOf))} </span>}
      {read.tasks.length === 0 && `${texts.planned} `}
      {read.truncated && `${texts.truncated} `}
      <button type="button" className={linkStyle} onClick={onUndo}>
        {texts.undo}
      </button>
    </div>
  );
}
