import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

/** A branding that is being edited. An empty string means none. */
export interface UnsavedBranding {
  companyName: string;
  primaryColor: string;
  /** Only distinguishes previews. The PDF contains the stored logo. */
  logoUrl: string | null;
}

/** A sample report with that branding as a PDF. The last one remains until the next has loaded. */
export const brandingPreviewQuery = ({ companyName, primaryColor, logoUrl }: UnsavedBranding) =>
  queryOptions({
    queryKey: ['branding-preview', companyName, primaryColor, logoUrl],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await api.previewBranding({ companyName, primaryColor }, { signal })).blob(),
  });
