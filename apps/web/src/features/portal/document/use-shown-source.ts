import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { usePortal } from '../portal-context.ts';

const route = getRouteApi('/portal/$token');

/** The footnote whose source is shown beside the text. */
export interface ShownSource {
  /** Its label; null while no source is shown, and for links that do not permit sources. */
  footnote: string | null;
  open: (footnote: string) => void;
  close: () => void;
}

/** Keeps the source that is shown in the address, so that Back returns to the text in its place (SRC-5). */
export function useShownSource(): ShownSource {
  const { view } = usePortal();
  const { source } = route.useSearch();
  const navigate = route.useNavigate();
  const show = useCallback(
    (next: string | undefined) =>
      void navigate({
        search: ({ source: shown, ...kept }) => (next === undefined ? kept : { ...kept, source: next }),
        replace: next === undefined || source !== undefined,
        resetScroll: false,
      }),
    [navigate, source],
  );
  const open = useCallback((footnote: string) => show(footnote), [show]);
  const close = useCallback(() => show(undefined), [show]);
  return { footnote: view.permissions.includes('sources') ? (source ?? null) : null, open, close };
}
