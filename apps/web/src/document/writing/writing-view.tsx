import '../../shared/markdown/prose.css';
import type { Draft } from '@ecp/contract/work/deliverables';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Check, CloudAlert, LoaderCircle, Save, UserPen, Users } from 'lucide-react';
import type { EditorState } from 'prosemirror-state';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Static } from 'typebox';
import { api } from '../../base/api/client.ts';
import type { Deliverable } from '../../base/api/document-queries.ts';
import { formatAgo } from '../../base/format/format.ts';
import { joinWords, nameSlug } from '../../base/format/words.ts';
import { commonTexts } from '../../base/texts/common.ts';
import { Button, IconButton } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { Dialog } from '../../base/ui/dialogs/dialog.tsx';
import {
  ConfirmDialog,
  type DialogAction,
  DialogForm,
} from '../../base/ui/dialogs/form-dialogs.tsx';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import { TextAreaField } from '../../base/ui/fields/fields.tsx';
import { readForm } from '../../base/ui/forms.tsx';
import { readDocument } from '../../shared/markdown/read-document.ts';
import { type DraftState, type DraftStatus, draftQuery, type OtherWriter } from './drafts.ts';
import { createEditor, type Editor } from './editor.ts';
import { MergeView } from './merging.tsx';
import { SectionList } from './section-list.tsx';
import { writingTexts } from './texts.ts';
import { LinkDialog, Toolbar } from './toolbar.tsx';
import { useWriting, type Writing } from './use-writing.ts';

interface WritingViewProps {
  deliverable: Deliverable;
  opened: DraftState;
}

export function WritingView({ deliverable, opened }: WritingViewProps) {
  const writing = useWriting(deliverable, opened);
  // The first saving makes a draft too, which is no earlier one to tell about.
  const [earlier] = useState(opened.draft);
  const [showsSource, setShowsSource] = useState(false);
  const [showsSections, setShowsSections] = useState(false);
  const { editor, toolbar, merge, save, state } = writing;
  const focusTools = () =>
    document.querySelector<HTMLElement>('[role=combobox][data-tool]')?.focus();
  const focusText = () => editor.current?.view.focus();
  return (
    <div className="flex h-[calc(100dvh-3rem)] flex-col md:h-dvh">
      <WritingBar
        deliverable={deliverable}
        writing={writing}
        showsSections={showsSections}
        onToggleSections={() => setShowsSections(!showsSections)}
      />
      {merge.data && (
        <MergeView merge={merge.data} onApply={writing.applyMerge} onCancel={merge.reset} />
      )}
      <div className={classNames('flex min-h-0 flex-1 flex-col', merge.data && 'hidden')}>
        {toolbar && (
          <Toolbar
            state={toolbar}
            run={(command) => editor.current?.run(command)}
            onLink={writing.askLink}
            onLeave={focusText}
            showsSource={showsSource}
            onToggleSource={() => setShowsSource(!showsSource)}
          />
        )}
        <div className="flex shrink-0 flex-col gap-2 px-2 has-[p]:py-2 md:px-6">
          {writing.draft.status === 'failed' && (
            <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
              {writingTexts.draft.failed}
            </p>
          )}
          <OthersNotice
            others={state.others}
            newer={writing.newer}
            busy={merge.isPending}
            onMerge={writing.startMerge}
          />
          {earlier && <DraftNotice draft={earlier} deliverable={deliverable} writing={writing} />}
        </div>
        <div className="flex min-h-0 flex-1">
          <div
            className={classNames(
              'grid min-h-0 min-w-0 flex-1 grid-rows-[minmax(0,1fr)]',
              showsSource && 'lg:grid-cols-2',
            )}
          >
            <div
              className={classNames('min-h-0 min-w-0', showsSource && 'max-lg:hidden lg:border-r')}
            >
              <EditorField
                text={writing.text}
                editor={editor}
                onChange={writing.change}
                onUpdate={writing.update}
                onLink={writing.askLink}
                onTools={focusTools}
              />
            </div>
            {showsSource && (
              <SourceField
                read={writing.read}
                revision={writing.revision}
                onChange={(markdown) => editor.current?.replace(markdown)}
              />
            )}
          </div>
          {showsSections && (
            <aside
              aria-label={writingTexts.sections.title}
              className="w-80 shrink-0 overflow-y-auto border-l p-4 max-md:hidden"
            >
              <h2 className="mb-2 font-semibold">{writingTexts.sections.title}</h2>
              <SectionList deliverable={deliverable} isLatest />
            </aside>
          )}
        </div>
      </div>
      <LinkDialog place={writing.link} onClose={writing.closeLink} onApply={writing.applyLink} />
      <SaveDialog
        open={writing.asksToSave}
        onClose={() => writing.setAsksToSave(false)}
        version={writing.base + 1}
        action={save}
        onSave={(note) => save.mutate({ content: writing.read(), baseVersion: writing.base, note })}
      />
    </div>
  );
}

interface WritingBarProps {
  deliverable: Deliverable;
  writing: Writing;
  showsSections: boolean;
  onToggleSections: () => void;
}

/** The head of the page: what is edited, how far it is saved, and the way to a version. */
function WritingBar({ deliverable, writing, showsSections, onToggleSections }: WritingBarProps) {
  const { engagementId, filename } = deliverable;
  const { draft, state } = writing;
  const title = readDocument(deliverable.content).title ?? nameSlug(filename);
  useEffect(() => {
    document.title = `${writingTexts.title(title)} · ${commonTexts.product}`;
  }, [title]);
  return (
    <div className="flex h-12 shrink-0 items-center gap-2 border-b px-2 md:px-6">
      <DocumentLink
        engagementId={engagementId}
        filename={filename}
        aria-label={writingTexts.leave}
        title={writingTexts.leave}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
      </DocumentLink>
      <h1 className="min-w-0 truncate font-semibold max-sm:sr-only">{writingTexts.title(title)}</h1>
      <div className="ml-auto flex min-w-0 items-center gap-2">
        <DraftStatusLine status={draft.status} savedAt={state.draft?.savedAt ?? null} />
        <IconButton
          icon={UserPen}
          label={writingTexts.sections.title}
          aria-pressed={showsSections}
          onClick={onToggleSections}
          className="max-md:hidden"
        />
        <Button
          icon={Save}
          kind="primary"
          size="small"
          disabled={writing.newer !== null}
          onClick={() => writing.setAsksToSave(true)}
        >
          {writingTexts.save.button}
        </Button>
      </div>
    </div>
  );
}

const draftTexts = writingTexts.draft;

function DraftStatusLine({ status, savedAt }: { status: DraftStatus; savedAt: string | null }) {
  const isBusy = status === 'saving' || status === 'waiting';
  const Icon = status === 'failed' ? CloudAlert : isBusy ? LoaderCircle : Check;
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-muted text-sm">
      {(savedAt !== null || status !== 'unchanged') && (
        <Icon aria-hidden className="size-4 shrink-0" />
      )}
      <span className="leading-tight">{describeDraft(status, savedAt)}</span>
    </span>
  );
}

function describeDraft(status: DraftStatus, savedAt: string | null): string {
  if (status === 'failed') return draftTexts.notSaved;
  if (status === 'saving' || status === 'waiting') return draftTexts.saving;
  return savedAt === null ? draftTexts.unchanged : draftTexts.saved(formatAgo(savedAt));
}

interface DraftNoticeProps {
  draft: Static<typeof Draft>;
  deliverable: Deliverable;
  writing: Writing;
}

/** Tells that the text is a draft of an earlier day, and discards it on request. */
function DraftNotice({ draft, deliverable, writing }: DraftNoticeProps) {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const { engagementId, filename } = deliverable;
  const discard = useMutation({
    meta: { showsError: true },
    async mutationFn() {
      await writing.draft.saver.stop();
      await api.deleteDraft({ id: engagementId, filename });
    },
    async onSuccess() {
      queryClient.removeQueries(draftQuery(deliverable));
      await writing.leave();
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sunken px-3 py-2 text-sm">
      <p className="min-w-0 flex-1">
        {draftTexts.restored(formatAgo(draft.savedAt), draft.baseVersion)}
      </p>
      <Button size="small" onClick={() => setAsks(true)}>
        {draftTexts.discard}
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={draftTexts.discardTitle}
        confirmLabel={draftTexts.discard}
        onConfirm={() => discard.mutate()}
        action={discard}
      >
        {draftTexts.discardAdvice(deliverable.version)}
      </ConfirmDialog>
    </div>
  );
}

const othersTexts = writingTexts.others;

interface OthersNoticeProps {
  others: readonly OtherWriter[];
  /** The newer version than the one that is edited; null without one. */
  newer: { version: number; name: string | null } | null;
  busy: boolean;
  onMerge: () => void;
}

/** Announces that somebody else edits the document, or has saved a version of it. */
function OthersNotice({ others, newer, busy, onMerge }: OthersNoticeProps) {
  const names = [...new Set(others.map(({ author }) => author.name))];
  return (
    <div aria-live="polite" className="flex flex-col gap-2 empty:hidden">
      {newer && (
        <Notice
          title={othersTexts.newer(newer.version, newer.name)}
          advice={othersTexts.newerAdvice}
        >
          <Button size="small" busy={busy} onClick={onMerge}>
            {othersTexts.merge}
          </Button>
        </Notice>
      )}
      {names.length > 0 && (
        <Notice
          title={othersTexts.editing(joinWords(names), names.length)}
          advice={othersTexts.advice}
        />
      )}
    </div>
  );
}

function Notice({
  title,
  advice,
  children,
}: {
  title: string;
  advice: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warn-soft px-3 py-2 text-warn">
      <Users aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">{title}</span> {advice}
      </p>
      {children}
    </div>
  );
}

interface EditorFieldProps {
  /** The text to begin with; later changes of it are not shown. */
  text: string;
  editor: RefObject<Editor | null>;
  onChange: () => void;
  onUpdate: (state: EditorState) => void;
  onLink: () => void;
  onTools: () => void;
}

/**
 * The text that is edited. It changes outside of React, so that typing stays fast in long
 * documents.
 */
function EditorField(props: EditorFieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!host.current) return undefined;
    const made = createEditor(host.current, {
      text: latest.current.text,
      onChange: () => latest.current.onChange(),
      onUpdate: (state) => latest.current.onUpdate(state),
      onLink: () => latest.current.onLink(),
      onTools: () => latest.current.onTools(),
    });
    latest.current.editor.current = made;
    return () => {
      latest.current.editor.current = null;
      made.destroy();
    };
  }, []);
  return <div ref={host} className="h-full min-w-0" />;
}

const texts = writingTexts.source;
const settleMs = 300;

interface SourceFieldProps {
  /** The text as markdown; read again when `revision` changes. */
  read: () => string;
  revision: number;
  onChange: (markdown: string) => void;
}

/** The source of the text beside it. A plain text area: CodeMirror would add 87 KB for colours. */
function SourceField({ read, revision, onChange }: SourceFieldProps) {
  const id = useId();
  const [value, setValue] = useState(read);
  const waiting = useRef<{ timer: number; send: () => void } | null>(null);
  const latest = useRef({ read, onChange });
  latest.current = { read, onChange };
  useEffect(() => {
    if (waiting.current !== null) return undefined;
    const timer = window.setTimeout(
      () => setValue(latest.current.read()),
      revision === 0 ? 0 : settleMs,
    );
    return () => window.clearTimeout(timer);
  }, [revision]);
  useEffect(() => () => waiting.current?.send(), []);
  const change = (markdown: string) => {
    setValue(markdown);
    if (waiting.current) window.clearTimeout(waiting.current.timer);
    const send = () => {
      if (waiting.current) window.clearTimeout(waiting.current.timer);
      waiting.current = null;
      latest.current.onChange(markdown);
    };
    waiting.current = { timer: window.setTimeout(send, settleMs), send };
  };
  return (
    <div className="flex h-full min-h-0 flex-col gap-1.5 p-4">
      <label htmlFor={id} className="font-medium text-sm">
        {texts.label}
      </label>
      <textarea
        id={id}
        aria-describedby={`${id}-hint`}
        spellCheck={false}
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onBlur={() => waiting.current?.send()}
        className="min-h-0 w-full flex-1 resize-none rounded-lg border border-line-strong/60 bg-surface p-3 font-mono text-[13px] leading-6"
      />
      <p id={`${id}-hint`} className="text-muted text-sm">
        {texts.hint}
      </p>
    </div>
  );
}

const saveTexts = writingTexts.save;
const noteLimit = 2_000;

interface SaveDialogProps {
  open: boolean;
  onClose: () => void;
  version: number;
  action: DialogAction;
  onSave: (note: string) => void;
}

/** Asks what was changed, and saves the text as the next version. */
function SaveDialog({ open, onClose, version, action, onSave }: SaveDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={saveTexts.title(version)}>
      <DialogForm
        onSubmit={(event) => onSave(readForm(event, 'note').note.trim())}
        onCancel={onClose}
        submitLabel={saveTexts.submit}
        action={action}
      >
        <TextAreaField
          label={saveTexts.note}
          hint={saveTexts.noteHint}
          name="note"
          rows={3}
          maxLength={noteLimit}
        />
      </DialogForm>
    </Dialog>
  );
}
