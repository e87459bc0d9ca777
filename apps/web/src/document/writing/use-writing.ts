import type { DeliverableDetail } from '@ecp/contract/work/deliverables';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { EditorState } from 'prosemirror-state';
import { useRef, useState } from 'react';
import type { Static } from 'typebox';
import { api } from '../../base/api/client.ts';
import {
  type Deliverable,
  deliverableQuery,
  type FileProps,
  refreshDeliverables,
  versionsQuery,
} from '../../base/api/document-queries.ts';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { type DraftState, draftQuery, useDraftSaver } from './drafts.ts';
import { findLink, type LinkPlace, setLink } from './edit-commands.ts';
import type { Editor } from './editor.ts';
import { useMerge } from './merging.tsx';
import { writingTexts } from './texts.ts';
import { isSameToolbar, readToolbar, type ToolbarState } from './toolbar.tsx';

/** Returns the state of a text that is being edited, from its opening to its version. */
export function useWriting(deliverable: Deliverable, opened: DraftState) {
  const { engagementId, filename } = deliverable;
  const navigate = useNavigate();
  const editor = useRef<Editor | null>(null);
  const [text] = useState(opened.draft?.content ?? deliverable.content);
  const [base, setBase] = useState(opened.draft?.baseVersion ?? deliverable.version);
  const [revision, setRevision] = useState(0);
  const [toolbar, setToolbar] = useState<ToolbarState | null>(null);
  const [link, setLinkPlace] = useState<LinkPlace | null>(null);
  const [asksToSave, setAsksToSave] = useState(false);
  const read = () => editor.current?.read() ?? text;
  const draft = useDraftSaver(deliverable, read, () => base);
  const { data: state = opened } = useQuery(draftQuery(deliverable));
  const merge = useMerge(deliverable);
  const startMerge = () => merge.mutate({ content: read(), baseVersion: base });
  const leave = () =>
    navigate({
      to: '/engagements/$engagementId/deliverables/$filename',
      params: { engagementId, filename },
      search: {},
    });
  const save = useSave(deliverable, {
    async onSaved({ version }) {
      await draft.saver.stop();
      showDoneToast(writingTexts.save.saved(version));
      await leave();
    },
    onConflict() {
      setAsksToSave(false);
      startMerge();
    },
  });
  return {
    editor,
    text,
    base,
    revision,
    toolbar,
    link,
    asksToSave,
    draft,
    state,
    merge,
    save,
    read,
    startMerge,
    leave,
    setAsksToSave,
    newer: useNewer(deliverable, base, state.latestVersion),
    change() {
      setRevision((count) => count + 1);
      draft.saver.touch();
    },
    update(shown: EditorState) {
      const next = readToolbar(shown);
      setToolbar((known) => (known && isSameToolbar(known, next) ? known : next));
    },
    askLink: () => editor.current && setLinkPlace(findLink(editor.current.view.state)),
    closeLink: () => setLinkPlace(null),
    applyLink(href: string) {
      const view = editor.current?.view;
      if (view && link) view.dispatch(setLink(view.state, link, href));
      setLinkPlace(null);
      view?.focus();
    },
    applyMerge(markdown: string) {
      const version = merge.data?.latest.version ?? base;
      editor.current?.replace(markdown);
      setBase(version);
      draft.saver.touch();
      merge.reset();
      showDoneToast(writingTexts.merge.done(version));
    },
  };
}

export type Writing = ReturnType<typeof useWriting>;

/** Names the version that somebody else has saved since; null without one. */
function useNewer({ engagementId, filename }: Deliverable, base: number, latest: number) {
  const isNewer = latest > base;
  const { data: versions } = useQuery({
    ...versionsQuery(engagementId, filename),
    enabled: isNewer,
  });
  if (!isNewer) return null;
  return {
    version: latest,
    name: versions?.find(({ version }) => version === latest)?.editedBy?.name ?? null,
  };
}

type Version = Static<typeof DeliverableDetail>;

interface SaveInput {
  content: string;
  baseVersion: number;
  note: string;
}

interface SaveEvents {
  onSaved: (version: Version) => void;
  /** Called when somebody else has saved a version meanwhile. */
  onConflict: () => void;
}

function useSave({ engagementId, filename }: FileProps, { onSaved, onConflict }: SaveEvents) {
  const queryClient = useQueryClient();
  const place = { id: engagementId, filename };
  return useMutation({
    meta: { showsError: true },
    async mutationFn({ content, baseVersion, note }: SaveInput) {
      try {
        return await api.editDeliverable({ ...place, content, baseVersion, note: note || null });
      } catch (error) {
        if (!isApiError(error, 'not_latest_version')) throw error;
        // After a lost answer the newer version may be this very text.
        const latest = await api.getDeliverable(place);
        if (latest.content !== content) throw error;
        return latest;
      }
    },
    async onSuccess(version) {
      queryClient.setQueryData(deliverableQuery(engagementId, filename).queryKey, version);
      onSaved(version);
      await refreshDeliverables(queryClient, engagementId);
    },
    onError(error) {
      if (isApiError(error, 'not_latest_version')) onConflict();
    },
  });
}
