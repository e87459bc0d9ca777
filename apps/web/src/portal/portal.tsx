import type { PortalView } from '@ecp/contract/reach/portal';
import { namelessClient } from '@ecp/contract/values/authors';
import { countWordsNow } from '@ecp/markdown/count-words-now';
import { type Client, createClient, isApiError } from '@ecp/sdk/create-client';
import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { ChartLoader } from '../base/api/document-queries.ts';
import { formatDay, formatMoment } from '../base/format/format.ts';
import { minutesToRead } from '../base/format/words.ts';
import type { ShownSource, SourceLoader } from '../shared/citations/cited-sources.ts';
import { portalTexts } from './texts.ts';

/** The secret of an open link with the documents and comments that it shows. */
export interface Portal {
  token: string;
  view: PortalView;
}

export const PortalContext = createContext<Portal | null>(null);

/** Returns what the link shows. Throws outside the portal. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('Only parts of the client portal can read it');
  return portal;
}

const freshEveryMs = 30_000;

/** Creates an API client for a portal token. It never sends the session of a signed-in user. */
export const portalClient = (token: string): Client =>
  createClient({ baseUrl: '', apiKey: token, timeoutMs: 30_000, maxRetries: 2 });

/** Returns whether a text has the form of a portal token. Other texts are never sent. */
export const isPortalToken = (text: string): boolean => /^svc_portal_[0-9a-f]{32}$/.test(text);

/**
 * Reads everything that the client may see. The open page polls it, so that new versions and
 * comments appear.
 */
export const portalQuery = (token: string) =>
  queryOptions({
    queryKey: ['portal', token],
    refetchInterval: freshEveryMs,
    queryFn: ({ signal }) => portalClient(token).getPortal({}, { signal }),
  });

/**
 * Returns whether a link is unknown, expired or revoked. The API does not say which
 * (docs/requirements/portal.md).
 */
export const isClosedLink = (error: unknown): boolean =>
  isApiError(error, 'invalid_portal_token', 'invalid_api_key');

export type SharedDocument = PortalView['deliverables'][number];

/**
 * A version of a shared document. The version only keeps what was loaded for an earlier one apart.
 */
interface SharedVersion {
  token: string;
  filename: string;
  version: number;
}

export const portalCharts = ({ token, filename, version }: SharedVersion): ChartLoader => ({
  key: ['portal', token, 'charts', filename, version],
  load: async ({ number, theme }, signal) => {
    const drawing = await portalClient(token).getPortalChart(
      { filename, number, theme },
      { signal },
    );
    return (await drawing.blob()).text();
  },
});

/**
 * Loads what the footnotes of a shared document cite. Only links with the permission `sources` may.
 */
export const portalSources = ({
  token,
  filename,
  version,
}: SharedVersion): SourceLoader<ShownSource> => ({
  key: ['portal', token, 'sources', filename, version],
  load: (footnote, signal) =>
    portalClient(token).getPortalSource({ filename, footnote }, { signal }),
  async loadPdf(footnote, signal) {
    return (
      await portalClient(token).getPortalSourceFile({ filename, footnote }, { signal })
    ).blob();
  },
});

/**
 * Says under which name a form is sent: the one that the firm gave the link; for comments also who
 * reads them.
 */
export function VisitorNote({ isComment = false }: { isComment?: boolean }) {
  const { clientName, commentsReachClients, branding } = usePortal().view;
  const name = clientName ?? namelessClient;
  if (!isComment) return <p className="wrap-anywhere text-muted text-sm">{portalTexts.as(name)}</p>;
  const said = portalTexts.asReadBy[commentsReachClients ? 'clients' : 'team'](
    name,
    branding.companyName ?? '',
  );
  return <p className="wrap-anywhere text-muted text-sm">{said}</p>;
}

/** Returns the day of a moment, with the time if another moment has the same day. */
const tellApart = (at: string, other: string): string =>
  formatDay(at) === formatDay(other) ? formatMoment(at) : formatDay(at);

export function documentFacts({ createdAt, changedSince, content }: SharedDocument): string[] {
  return [
    formatDay(createdAt),
    ...(changedSince === null
      ? []
      : [portalTexts.changedSince(tellApart(changedSince, createdAt))]),
    portalTexts.minutes(minutesToRead(countWordsNow(content))),
  ];
}
