import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

/** Company name, colour and logo (BRA-1); every role. */
export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: ({ signal }) => api.getBranding({}, { signal }),
});

/** A branding that is being tried. Empty is none. */
export interface UnsavedBranding {
  companyName: string;
  primaryColor: string;
  /** Only tells one preview from another: the logo is printed as stored. */
  logoUrl: string | null;
}

/** A sample report with that branding, as a PDF; the last one stays until the next is there. */
export const brandingPreviewQuery = ({ companyName, primaryColor, logoUrl }: UnsavedBranding) =>
  queryOptions({
    queryKey: ['branding-preview', companyName, primaryColor, logoUrl],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await api.previewBranding({ companyName, primaryColor }, { signal })).blob(),
  });
