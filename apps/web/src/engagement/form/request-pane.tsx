import { requestLimits } from '@ecp/contract/values/limits';
import { attachmentExtensions, extensionOf } from '@ecp/contract/work/attachment-types';
import type { RequestDraft } from '@ecp/contract/work/engagements';
import { useMutation } from '@tanstack/react-query';
import { Upload as UploadIcon } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { api } from '../../base/api/client.ts';
import { formatCount } from '../../base/format/format.ts';
import { useSession } from '../../base/session/session.ts';
import { requestTexts as texts } from '../../base/texts/new-engagement.ts';
import { Button, linkStyle } from '../../base/ui/buttons.tsx';
import { FormError } from '../../base/ui/fields/fields.tsx';
import { type ChosenFile, findFileProblem } from '../../shared/attachments/upload-queue.ts';
import type { EngagementDraft } from '../brief/engagement-draft.ts';

interface RequestPaneProps {
  request: ReadingRequest;
  /** The brief as it stands; it can be read like a paste. */
  brief: string;
}

/** Fills the form with the words of a request: of the brief below, or of a file. */
export function RequestPane({
  request: { read, reading, undo, isTooLong },
  brief,
}: RequestPaneProps) {
  const [isKept, setKept] = useState(true);
  const input = useRef<HTMLInputElement>(null);
  const takeFile = (file: File | undefined) => file && reading.mutate({ file, isKept });
  // A prevented drop is not taken for context files, which the whole page receives.
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length !== 1) return;
    event.preventDefault();
    takeFile(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button chooses the same files by keyboard.
    <div
      className="flex flex-col gap-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <p className="text-muted">{texts.advice}</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button icon={UploadIcon} size="small" onClick={() => input.current?.click()}>
          {texts.choose}
        </Button>
        <span className="text-muted text-sm">{texts.types}</span>
        <label className="flex items-center gap-2 text-muted text-sm">
          <input
            type="checkbox"
            checked={isKept}
            onChange={({ currentTarget }) => setKept(currentTarget.checked)}
            className="size-4 accent-accent"
          />
          {texts.keep}
        </label>
        <Button
          size="small"
          className="ml-auto"
          busy={reading.isPending}
          disabled={brief.trim() === '' || isTooLong}
          onClick={() => reading.mutate({ text: brief })}
        >
          {reading.isPending ? texts.reading : texts.read}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts.choose}
        accept={['.eml', ...attachmentExtensions].join(',')}
        onChange={({ currentTarget }) => {
          takeFile(currentTarget.files?.[0]);
          // Otherwise choosing the same file again fires no event.
          currentTarget.value = '';
        }}
      />
      {isTooLong && (
        <p className="text-sm text-warn">{texts.tooLong(formatCount(requestLimits.characters))}</p>
      )}
      <FormError error={reading.error} />
      {read && <FilledNotice read={read} onUndo={undo} />}
    </div>
  );
}

/** Says what was read off a request and what a person must still add. */
function FilledNotice({ read, onUndo }: { read: RequestDraft; onUndo: () => void }) {
  const { found, missing } = listFound(read);
  const nameOf = (field: FilledField) =>
    field === 'tasks' ? texts.tasks(read.tasks.length) : texts.fields[field];
  return (
    <div role="status" className="rounded-lg bg-good-soft px-3 py-2 text-sm">
      {texts.filled(found.map(nameOf))}{' '}
      {missing.length > 0 && (
        <span className="font-medium">{texts.missing(missing.map(nameOf))} </span>
      )}
      {read.tasks.length === 0 && `${texts.planned} `}
      {read.truncated && `${texts.truncated} `}
      {read.attachedFiles.length > 0 && (
        <span className="font-medium">{texts.unread(read.attachedFiles)} </span>
      )}
      <button type="button" className={linkStyle} onClick={onUndo}>
        {texts.undo}
      </button>
    </div>
  );
}

export interface FormContent {
  draft: EngagementDraft;
  files: ChosenFile[];
}

/** A request as it came, with the wish to keep its file. */
type Given = { text: string } | { file: File; isKept: boolean };

interface RequestOptions extends FormContent {
  onFill: (content: FormContent) => void;
}

interface Filled {
  read: RequestDraft;
  before: EngagementDraft;
  after: EngagementDraft;
  kept: File | null;
}

/** From this length on, or with several lines, a paste into an empty brief is a request. */
const shortestRequest = 200;

/**
 * Reads a request into the form. `paste` reads what is pasted into the empty brief; `undo` puts
 * back what was filled.
 */
export function useRequest({ draft, files, onFill }: RequestOptions) {
  const { plan } = useSession().tenant;
  const [filled, setFilled] = useState<Filled | null>(null);
  const reading = useMutation({
    meta: { showsError: true },
    mutationFn: (given: Given) =>
      'text' in given
        ? api.draftFromText({ text: given.text })
        : api.draftFromFile({ file: given.file }),
    onSuccess(read, given) {
      const kept = 'file' in given && given.isKept ? toAttachment(given.file, read) : null;
      const attached = kept && {
        file: kept,
        category: 'reference' as const,
        problem: findFileProblem(kept, plan),
      };
      const after = fillDraft(draft, read);
      onFill({ draft: after, files: attached ? [...files, attached] : files });
      setFilled({ read, before: draft, after, kept });
    },
  });
  const undo = () => {
    if (!filled) return;
    const { before, after, kept } = filled;
    onFill({
      draft: undoFill(draft, before, after),
      files: files.filter(({ file }) => file !== kept),
    });
    setFilled(null);
  };
  const isReadable = (text: string) =>
    text.length <= requestLimits.characters &&
    (text.length >= shortestRequest || text.trim().includes('\n'));
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    const file = event.clipboardData.files[0];
    if (pasted === '' && file) reading.mutate({ file, isKept: true });
    else if (draft.brief.trim() === '' && isReadable(pasted)) reading.mutate({ text: pasted });
  };
  const isTooLong = draft.brief.length > requestLimits.characters;
  return { read: filled?.read ?? null, reading, undo, paste, isTooLong };
}

export type ReadingRequest = ReturnType<typeof useRequest>;

type FilledField = 'name' | 'client' | 'brief' | 'tasks' | 'dueDate';

/**
 * Fills a draft with what was read off a request. Fields of which nothing was found stay as they
 * are.
 */
export function fillDraft(
  draft: EngagementDraft,
  { name, client, brief, tasks, dueDate }: RequestDraft,
): EngagementDraft {
  return {
    ...draft,
    ...(name !== '' && { name }),
    ...(client !== '' && { client }),
    ...(brief !== '' && { brief, templateId: null }),
    ...(tasks.length > 0 && { tasks }),
    ...(dueDate !== null && { dueDate }),
  };
}

/**
 * Puts back the fields that a request has filled. Those that a person has changed since then stay
 * as they are.
 */
export function undoFill(
  draft: EngagementDraft,
  before: EngagementDraft,
  after: EngagementDraft,
): EngagementDraft {
  return {
    ...draft,
    ...(draft.name === after.name && { name: before.name }),
    ...(draft.client === after.client && { client: before.client }),
    ...(draft.brief === after.brief && { brief: before.brief, templateId: before.templateId }),
    ...(draft.tasks === after.tasks && { tasks: before.tasks }),
    ...(draft.dueDate === after.dueDate &&
      before.dueDate !== after.dueDate && { dueDate: before.dueDate }),
  };
}

/**
 * Tells which fields were found in a request, and which were not. Tasks may be missing: the planner
 * proposes them.
 */
export function listFound(read: RequestDraft): {
  found: FilledField[];
  missing: Exclude<FilledField, 'tasks'>[];
} {
  const plain = (['name', 'client', 'brief', 'dueDate'] as const).map(
    (field) => [field, Boolean(read[field])] as const,
  );
  const found = plain.flatMap(([field, isFound]): FilledField[] => (isFound ? [field] : []));
  const missing = plain.flatMap(([field, isFound]) => (isFound ? [] : [field]));
  return { found: read.tasks.length > 0 ? [...found, 'tasks'] : found, missing };
}

/**
 * Returns the file to attach for a request: a mail, which cannot be attached, as the text that was
 * read of it.
 */
export function toAttachment(file: File, { brief }: RequestDraft): File {
  if (attachmentExtensions.includes(extensionOf(file.name))) return file;
  return new File([brief], file.name.replace(/\.[^.]*$/, '.txt'), { type: 'text/plain' });
}
