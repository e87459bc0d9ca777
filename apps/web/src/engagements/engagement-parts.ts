import { engagementTexts } from '../texts/engagements.ts';

const { tabs, pages } = engagementTexts;

/** The four tabs of an engagement. */
export type EngagementTab = 'overview' | 'documents' | 'sources' | 'client';

/** The pages of an engagement, in the order of the tabs that they belong to. The first page of a tab is the tab's own. */
export const engagementParts = [
  { tab: 'overview', to: '/engagements/$engagementId', below: '', label: tabs.overview },
  { tab: 'overview', to: '/engagements/$engagementId/plan', below: '/plan', label: pages.plan },
  { tab: 'overview', to: '/engagements/$engagementId/details', below: '/details', label: pages.details },
  { tab: 'documents', to: '/engagements/$engagementId/deliverables', below: '/deliverables', label: tabs.documents },
  { tab: 'documents', to: '/engagements/$engagementId/figures', below: '/figures', label: pages.figures },
  { tab: 'sources', to: '/engagements/$engagementId/attachments', below: '/attachments', label: pages.files },
  { tab: 'sources', to: '/engagements/$engagementId/data', below: '/data', label: pages.data },
  { tab: 'sources', to: '/engagements/$engagementId/research', below: '/research', label: pages.research },
  { tab: 'sources', to: '/engagements/$engagementId/updates', below: '/updates', label: pages.updates },
  { tab: 'sources', to: '/engagements/$engagementId/questions', below: '/questions', label: pages.questions },
  { tab: 'client', to: '/engagements/$engagementId/clients', below: '/clients', label: tabs.client },
] as const satisfies readonly { tab: EngagementTab; to: string; below: string; label: string }[];

/** The tabs, each with the address of its first page. */
export const engagementTabs = [
  { tab: 'overview', to: '/engagements/$engagementId', label: tabs.overview },
  { tab: 'documents', to: '/engagements/$engagementId/deliverables', label: tabs.documents },
  { tab: 'sources', to: '/engagements/$engagementId/attachments', label: tabs.sources },
  { tab: 'client', to: '/engagements/$engagementId/clients', label: tabs.client },
] as const satisfies readonly { tab: EngagementTab; to: string; label: string }[];
