import { useState } from 'react';
import type { Deliverable } from '../../domain/deliverables/queries.ts';
import { writingTexts } from '../../texts/en/documents/writing.ts';
import { classNames } from '../../ui/class-names.ts';
import { DraftNotice } from './drafts/draft-notice.tsx';
import type { DraftState } from './drafts/draft-query.ts';
import { OthersNotice } from './drafts/others-notice.tsx';
import { EditorField } from './editor-field.tsx';
import { MergeView } from './merging/merge-view.tsx';
import { SaveDialog } from './saving/save-dialog.tsx';
import { SectionList } from './sections/section-list.tsx';
import { SourceField } from './source-field.tsx';
import { LinkDialog } from './toolbar/link-dialog.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';
import { useWriting } from './use-writing.ts';
import { WritingBar } from './writing-bar.tsx';

interface WritingViewProps {
  deliverable: Deliverable;
  /** The draft and the other writers when the page was opened. */
  opened: DraftState;
}

/** The editor of a deliverable with its tools. Only `writing-page.tsx` imports it, when somebody edits. */
export function WritingView({ deliverable, opened }: WritingViewProps) {
  const writing = useWriting(deliverable, opened);
  const [showsSource, setShowsSource] = useState(false);
  const [showsSections, setShowsSections] = useState(false);
  const { editor, toolbar, merge, save, state } = writing;
  const focusTools = () => document.querySelector<HTMLElement>('[role=combobox][data-tool]')?.focus();
  const focusText = () => editor.current?.view.focus();
  return (
    <div className="flex h-[calc(100dvh-3rem)] flex-col md:h-dvh">
      <WritingBar
        deliverable={deliverable}
        writing={writing}
        showsSections={showsSections}
        onToggleSections={() => setShowsSections(!showsSections)}
      />
      {merge.data && <MergeView merge={merge.data} onApply={writing.applyMerge} onCancel={merge.reset} />}
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
          {opened.draft && <DraftNotice draft={opened.draft} deliverable={deliverable} writing={writing} />}
        </div>
        <div className="flex min-h-0 flex-1">
          <div
            className={classNames(
              'grid min-h-0 min-w-0 flex-1 grid-rows-[minmax(0,1fr)]',
              showsSource && 'lg:grid-cols-2',
            )}
          >
            <div className={classNames('min-h-0 min-w-0', showsSource && 'max-lg:hidden lg:border-r')}>
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
        busy={save.isPending}
        error={save.error}
        onSave={(note) => save.mutate({ content: writing.read(), baseVersion: writing.base, note })}
      />
    </div>
  );
}
