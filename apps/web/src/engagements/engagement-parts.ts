import { engagementTexts } from '../texts/engagements.ts';

const { tabs } = engagementTexts;

export const engagementParts = [
  { to: '/engagements/$engagementId', below: '', label: tabs.overview },
  { to: '/engagements/$engagementId/plan', below: '/plan', label: tabs.plan },
  { to: '/engagements/$engagementId/attachments', below: '/attachments', label: tabs.attachments },
  { to: '/engagements/$engagementId/research', below: '/research', label: tabs.research },
  { to: '/engagements/$engagementId/data', below: '/data', label: tabs.data },
  { to: '/engagements/$engagementId/deliverables', below: '/deliverables', label: tabs.deliverables },
  { to: '/engagements/$engagementId/questions', below: '/questions', label: tabs.questions },
  { to: '/engagements/$engagementId/figures', below: '/figures', label: tabs.figures },
  { to: '/engagements/$engagementId/updates', below: '/updates', label: tabs.updates },
  { to: '/engagements/$engagementId/analytics', below: '/analytics', label: tabs.analytics },
  { to: '/engagements/$engagementId/clients', below: '/clients', label: tabs.clients },
] as const;
