import type { LedgerFigure } from '@ecp/contract/work/figures';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export type { LedgerFigure };
export type FigureValue = LedgerFigure['values'][number];

/**
 * The figures of an engagement's latest documents, those that conflict first (contract 10). The key begins like those
 * of deliverables, so that a new version or a run reads them again.
 */
export const figuresQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, 'figures'],
    queryFn: async ({ signal }) => (await api.listFigures({ id: engagementId }, { signal })).figures,
  });
